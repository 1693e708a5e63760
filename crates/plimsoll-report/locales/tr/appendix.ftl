### Tanımlar ve formüller.

appendix-seed = Yeniden örneklemenin tohumu: {$seed}. Aynı koşumlar ve aynı tohum aynı aralıkları verir.

appendix-throughput-term = Verim
appendix-throughput = Ölçüm penceresinde başarılı olan isteklerin pencere uzunluğuna bölümü; başarısızlar ayrı sayılır, çünkü hızla reddeden bir sunucu daha çok yük taşımaz. Bir istek, sona erdiği saniyeye aittir. Yalnızca bütünüyle pencerenin içinde kalan saniyeler sayılır; ancak döngü sayısıyla sınırlanan bir plan iki saniyenin arasında biterse gerçek uzunluğa bölünür.
appendix-percentile-term = Yüzdelik
appendix-percentile = Tüm isteklerin en az belirtilen payının aşmadığı en küçük kayıtlı yanıt süresi. Süreler üç anlamlı basamaklı HDR histogramlarında tutulur (sapma en çok %0,1); histogramlar önce birleştirilir, sonra sorgulanır. Yüzdeliklerin ortalaması asla alınmaz.
appendix-response-time-term = Yanıt süresi
appendix-response-time = Bir isteğin planlanan başlangıcından yanıtının son baytına kadar; planlanan başlangıç yoksa gerçek başlangıcından (temposuz kapalı yük ve bir döngünün sonraki istekleri). Başarısız istekler, sürdükleri süreyle dahildir, ancak bir gereksinim onları her sınırı aşmış sayar.
appendix-service-time-term = Hizmet süresi
appendix-service-time = Bir isteğin gerçek başlangıcından yanıtının son baytına kadar. Yanıt süresinden farkı, gelişin beklediği süredir: boşta bir kullanıcıyı ya da yük üretecini. Aynı olmadığı yerde gösterilir.
appendix-arrivals-term = Gelişler
appendix-arrivals = Hedef: adımın hızı. Beklenen: penceredeki planlanan başlangıçlar. Başlayan: pencerede başlatılanlar. Bekleyen: ancak bir kullanıcı boşalınca başlayanlar. Düşürülen: kullanıcı bulunamadığı için hiç başlamayanlar; hiçbir sürede yer almaz, her gereksinim için başarısız bir istektir. Bekleyen ve meşgul: pencerenin sonundaki değerler.
appendix-first-byte-term = İlk bayt
appendix-first-byte = Bir isteğin gerçek başlangıcından yanıtının ilk baytına kadar.
appendix-interval-term = Verim ve ortalamanın aralığı
appendix-interval = %95, saniyeler üzerinden durağan bootstrap (Politis ve Romano 1994): komşu saniyeler birbirine benzediği için, uzunluğu geometrik dağılan ve ortalaması n^(1/3) saniye olan bloklarla 1.000 yeniden örnekleme. 5 saniyeden azı için verilmez. Yük üreteci geciktiyse aralık, gecikme olmasaydı gelecek olana kadar uzanır.
appendix-share-interval-term = Bir payın aralığı
appendix-share-interval = %95, Wilson (1927). İstekleri bağımsız kabul eder; yavaşlar kümeler hâlinde geliyorsa gerçek aralık daha geniştir.
appendix-gain-term = Kazanç ve hedef
appendix-gain = O ana kadarki en iyi adıma göre, L kullanıcı ve X verim ile: kazanç = 100 · (X − X_base) / X_base; hedef = floor(hedef payı · floor(100 · (L − L_base) / L_base)).
appendix-maximum-term = En yüksek değer bulundu
appendix-maximum = Tırmanışta: bitiren adım hedefini kaçırdı ve kazancının %95 aralığı (iki verimin aralıklarından, delta yöntemiyle) hedefi içermiyor. Verilen yüklerde: daha yüksek bir yük hedefini aynı biçimde kaçırdı ya da en yüksek yükteki kazanç 0 değerinden ayırt edilemiyor ya da kesinlikle %5'in ve hedefin yarısının altında. Aksi hâlde en iyi verim bir alt sınırdır. Geçersiz adımlar dışarıda bırakılır.
appendix-little-term = N = X · (R + Z)
appendix-little = Açıklanan kullanıcılar: isteklerde (R) ve düşünerek (Z) geçen sürelerin tüm kullanıcılar üzerinden toplamının pencereye bölümü. Çalışan kullanıcı sayısına %2 içinde eşit olmalıdır; yoksa hiçbir şeyin ölçmediği bir yerde zaman kaybolmuştur. Farkı pencerenin uçlarına taşan istekler açıklıyorsa hücrede “süren” yazar; kullanıcı süresinin %10'undan fazlası pencere bittiğinde hâlâ süren isteklerde geçtiyse, bitenlerin süreleri alt sınırdır (≥) ve bir isteğin ortalama süresi N/X − Z'dir.
appendix-marginal-term = Marjinal etkinlik
appendix-marginal = (ΔX/X)/(ΔN/N): verim yükle orantılı artarsa 1, artmazsa 0. %95 aralık bunu doğruluyorsa 0,6 altına dirsek, 0 dolayına (ya da verimin %3 altında düşmesine) plato, daha büyük düşüşe gerileme denir.
appendix-invalid-term = Geçersiz adım
appendix-invalid = Sınır yük üreteciydi: bir worker sürenin %10'undan fazlasında bir çekirdeğin %80'inden fazlasını kullandı; ya da sürenin %10'undan fazlasında CPU beklediği veya zamanlayıcıları (p99) ya da döngü turları (p90) medyan hizmet süresinin yarısından ve 2 ms değerinden daha geç kaldığı için kapalı modelin yükünün %10'undan fazlası eksik kaldı; ya da boşta kullanıcı varken gelişlerin %1'inden fazlası başlamadı; ya da kendi hataları %0,1 oranını aştı; ya da dosya tanımlayıcılarının veya yerel portların %95'i doldu. Ya da adım 10 sn içinde yarıda kesildi. Ya da adımda hiçbir şey sona ermedi, çoğu ya da sonunda tümü başarısız oldu ya da sistem askıda kaldı: o zaman gereksinimler değerlendirilir, ancak kapasite yoktur.
appendix-histogram-term = Histogramların sınırı
appendix-histogram = Bir gereksinim `<` diyorsa, sınırına %0,1 yakınlıktaki bir yanıt aşmış sayılır; `<=` diyorsa sayılmaz.
