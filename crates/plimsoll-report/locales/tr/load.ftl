### Bir adımda istenen yük.

load-users = {$n} kullanıcı
load-threads = {$n} iş parçacığı
load-with-users = {$n} kullanıcı ile
load-at-rate = {$rate} hızında
load-rate-asked = istenen {$rate}
