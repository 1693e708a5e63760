// A small HTTP service in Go. Its arguments: port, cores (GOMAXPROCS), then name=value: cpu_us of work in each request, lock_ms under
// one mutex, leak_kb kept for good, wait_ms beside all others. /metrics has what the Go runtime's Prometheus client tells of its heap.
package main

import (
	"fmt"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

var (
	settings = map[string]int{}
	lock     sync.Mutex
	keeping  sync.Mutex
	kept     [][]byte
)

func burn(us int) float64 {
	until := time.Now().Add(time.Duration(us) * time.Microsecond)
	x := 1.0
	for time.Now().Before(until) {
		for i := 0; i < 2000; i++ {
			x = x*1.0000001 + 1e-9
		}
	}
	return x
}

func work(answer http.ResponseWriter, _ *http.Request) {
	if us := settings["cpu_us"]; us > 0 {
		burn(us)
	}
	if ms := settings["lock_ms"]; ms > 0 {
		lock.Lock()
		time.Sleep(time.Duration(ms) * time.Millisecond)
		lock.Unlock()
	}
	if kb := settings["leak_kb"]; kb > 0 {
		block := make([]byte, kb*1024)
		for i := range block {
			block[i] = 1
		}
		keeping.Lock()
		kept = append(kept, block)
		keeping.Unlock()
	}
	if ms := settings["wait_ms"]; ms > 0 {
		time.Sleep(time.Duration(ms) * time.Millisecond)
	}
	fmt.Fprint(answer, "OK")
}

func metrics(answer http.ResponseWriter, _ *http.Request) {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	fmt.Fprintf(answer, "# TYPE go_goroutines gauge\ngo_goroutines %d\n", runtime.NumGoroutine())
	fmt.Fprintf(answer, "# TYPE go_memstats_heap_inuse_bytes gauge\ngo_memstats_heap_inuse_bytes %d\n", memory.HeapInuse)
	fmt.Fprintf(answer, "# TYPE go_memstats_alloc_bytes gauge\ngo_memstats_alloc_bytes %d\n", memory.Alloc)
}

func main() {
	cores, _ := strconv.Atoi(os.Args[2])
	runtime.GOMAXPROCS(cores)
	for _, setting := range os.Args[3:] {
		name, value, _ := strings.Cut(setting, "=")
		settings[name], _ = strconv.Atoi(value)
	}
	http.HandleFunc("/", work)
	http.HandleFunc("/metrics", metrics)
	fmt.Fprintln(os.Stderr, http.ListenAndServe("127.0.0.1:"+os.Args[1], nil))
	os.Exit(1)
}
