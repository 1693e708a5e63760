### How throughput grows with load. N is the number of users, X the throughput per second.

scalability-title = Scalability
scalability-from = From users
scalability-to = To users
scalability-per-s = Throughput /s
scalability-efficiency = Marginal efficiency
scalability-law-linear = X = λN
scalability-law-amdahl = X = λN/(1 + α(N−1))
scalability-law-universal = X = λN/(1 + α(N−1) + βN(N−1))
scalability-series = fitted: {$law}
scalability-series-inadequate = fitted, inadequate: {$law}
scalability-with-bounds = {$value} (CI {$bounds})
scalability-at-least = {$value} (CI from {$low}, without an upper bound)
scalability-fit-linear = Throughput grows in proportion to load: {$law} with λ = {$lambda} per second, R² {$r_squared} over {$n} steps.
scalability-fit-linear-above = Above the lowest load throughput grows in proportion to load: {$law} with λ = {$lambda} per second, R² {$r_squared} over {$n} steps.
scalability-fit-nearly-linear = Throughput grows nearly in proportion to load; at the highest load {$left} of that growth is left: {$law} with λ = {$lambda} per second, R² {$r_squared} over {$n} steps.
scalability-fit-amdahl = Throughput levels off: {$law} with λ = {$lambda} per second and contention α = {$alpha}, R² {$r_squared} over {$n} steps.
scalability-fit-universal = Throughput has a peak: {$law} with λ = {$lambda} per second, contention α = {$alpha} and coherency β = {$beta}, R² {$r_squared} over {$n} steps.
scalability-fit-universal-open = Throughput levels off; whether it falls with still more load is not shown, for β may be 0: {$law} with λ = {$lambda} per second, contention α = {$alpha} and coherency β = {$beta}, R² {$r_squared} over {$n} steps.
scalability-fit-universal-level = Throughput levels off; that it falls with still more load was not measured: {$law} with λ = {$lambda} per second, contention α = {$alpha} and coherency β = {$beta}, R² {$r_squared} over {$n} steps.
scalability-fit-universal-fall = Throughput levels off and falls at higher loads, further than this law shows: {$law} with λ = {$lambda} per second, contention α = {$alpha} and coherency β = {$beta}, R² {$r_squared} over {$n} steps.
scalability-fit-no-knee = Throughput still grows with load at the highest that was tried, and where its knee lies was not measured: {$law} with λ = {$lambda} per second, R² {$r_squared} over {$n} steps.
scalability-off-at-lowest = At the lowest load, N = {$load}, it comes to {$law}, and {$measured} were measured: it does not describe loads as low as that.
scalability-fit-inadequate = No law describes what was measured. The nearest is {$law} with λ = {$lambda} per second, R² {$r_squared} over {$n} steps.
scalability-too-few-loads = This fit is inadequate: {$loads} different loads do not show a shape; it takes {$min}.
scalability-systematic = This fit is inadequate: its residuals follow one another on one side of the curve (runs test, p = {$p}). Nothing is read off it.
scalability-large = This fit is inadequate: its residuals are {$off} of the throughput. Nothing is read off it.
scalability-lack = This fit is inadequate: its residuals, {$off} of the throughput, are larger than the noise of the steps. Nothing is read off it.
scalability-no-growth = This fit is inadequate: throughput no longer grows at the smallest load, so what lies before the knee was not measured. Smaller loads would show it.
scalability-below-measured = This fit is inadequate: it never comes to more than {$law}, and {$measured} were measured. Nothing is read off it.
scalability-plateau-missed = This fit is inadequate: throughput no longer grew at the highest loads, at most {$measured}, and the curve goes on to {$law}. Nothing is read off it.
scalability-peak = By this fit throughput is highest with {$load} users: {$per_s}.
scalability-peak-beyond = By this fit throughput would be highest with {$load} users: {$per_s}. That is beyond what was measured.
scalability-no-peak = No peak is in sight: nothing is said of loads beyond twice the highest one ({$load_max} users).
scalability-knee = By this fit throughput follows load up to {$load} users; beyond, each further user adds less than 60 % of its proportional share.
scalability-knee-between = Each further user adds surely more than 60 % of its proportional share up to {$after} users, and surely less from {$before} users on.
scalability-knee-before = At {$before} users at the latest, a further user surely adds less than 60 % of its proportional share.
scalability-knee-after = Up to {$after} users each further user surely adds more than 60 % of its proportional share.
scalability-bounds = By operational laws no higher load can bring more than N/{$cycle}, the shortest cycle of a user that was measured; with the highest throughput measured, {$per_s}, users must begin to wait at {$load} users or before.
scalability-bounds-open = By operational laws no higher load can bring more than N/{$cycle}, the shortest cycle of a user that was measured. From how many users on some must wait is not known, for the highest throughput was not found.
scalability-note = Marginal efficiency is (ΔX/X)/(ΔN/N): 1 in proportion to load, 0 on a plateau. Intervals are 95 %; those of the fit come from drawing its residuals again.
scalability-left-out = { $n ->
    [one] {$steps} had fewer servers than the others and is left out here: it is another system.
   *[other] {$steps} had fewer servers than the others and are left out here: that is another system.
}
scalability-demands = Service demands of transactions
scalability-host = Host
scalability-demand = CPU time of one request
scalability-highest = Highest /s if alone
scalability-mix-constant = The mix of requests hardly changes in this run, so the cost of each can't be separated. Steps with other mixes would show it.
scalability-demands-note = CPU time of the whole host, all cores together, by the utilisation law U = Σ X·D: non-negative least squares over stretches of 10 s (of one reading, where these are further apart), 95 % intervals by drawing them again in blocks. Highest: 1/D, by which the host would be busy with that request alone.
