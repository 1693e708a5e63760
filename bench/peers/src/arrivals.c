// arrivals.c - an HTTP/1.1 server cheaper than any generator, which stamps the arrival of every request.
//
//   arrivals PORT COUNTER_FILE STAMPS_FILE
//
// One thread, epoll, GET only: it looks for the empty line that ends a request and answers each with the same bytes.
// COUNTER_FILE: 8 bytes, requests answered so far, little endian. STAMPS_FILE: CLOCK_MONOTONIC in nanoseconds (8 bytes)
// of request n at index n % 2^21, so that the evenness of a stream can be judged from outside the generator.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { STAMPS = 1 << 21, FILES = 65536, BATCH = 1024 };

static const char ANSWER[] =
    "HTTP/1.1 200 OK\r\nServer: arrivals\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\nContent-Type: text/plain\r\n"
    "Content-Length: 2\r\nConnection: keep-alive\r\n\r\nOK";
static uint8_t matched[FILES];  // per connection: how much of \r\n\r\n the last read ended with
static volatile uint64_t *count;
static uint64_t *stamps;

static void die(const char *what) { perror(what); exit(1); }

static void *map_file(const char *path, size_t bytes) {
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || ftruncate(file, (off_t)bytes)) die(path);
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
    if (at == MAP_FAILED) die(path);
    close(file);
    return at;
}

static int listen_on(int port) {
    int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    if (bind(fd, (struct sockaddr *)&address, sizeof address) || listen(fd, 4096)) die("listen");
    return fd;
}

static void accept_all(int listener, int epoll) {
    int one = 1;
    for (int fd; (fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0;) {
        if (fd >= FILES) { close(fd); continue; }
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        matched[fd] = 0;
        struct epoll_event event = { .events = EPOLLIN, .data.fd = fd };
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event)) die("epoll_ctl");
    }
}

// How many requests end in these bytes.
static unsigned requests_in(const char *bytes, size_t length, uint8_t *state) {
    uint8_t s = *state;
    unsigned found = 0;
    if (s == 0 && length >= 4 && memmem(bytes, length, "\r\n\r\n", 4) == bytes + length - 4) return 1;
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '\r') s = s == 2 ? 3 : 1;
        else if (bytes[i] == '\n' && (s == 1 || s == 3)) { if (++s == 4) { found++; s = 0; } }
        else s = 0;
    }
    *state = s;
    return found;
}

static void answer(int fd) {
    static char bytes[65536];
    ssize_t length = read(fd, bytes, sizeof bytes);
    if (length <= 0) { if (length == 0 || errno != EAGAIN) close(fd); return; }
    unsigned found = requests_in(bytes, (size_t)length, &matched[fd]);
    if (!found) return;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    for (unsigned i = 0; i < found; i++) {
        stamps[(*count + i) % STAMPS] = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
        if (write(fd, ANSWER, sizeof ANSWER - 1) < 0) break;
    }
    *count += found;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: arrivals PORT COUNTER_FILE STAMPS_FILE\n");
        return 2;
    }
    count = map_file(argv[2], sizeof *count);
    stamps = map_file(argv[3], STAMPS * sizeof *stamps);
    int listener = listen_on(atoi(argv[1])), epoll = epoll_create1(0);
    struct epoll_event event = { .events = EPOLLIN, .data.fd = listener }, events[BATCH];
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event)) die("epoll_ctl");
    for (;;) {
        int ready = epoll_wait(epoll, events, BATCH, -1);
        for (int i = 0; i < ready; i++) {
            if (events[i].data.fd == listener) accept_all(listener, epoll);
            else answer(events[i].data.fd);
        }
    }
}
