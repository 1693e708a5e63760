// floor.c - the cheapest HTTP/1.1 client that still does one request per answer: what a real engine is measured against.
//
//   floor [-c connections] [-d seconds] [-b body_file] [-r rate [-t tick_us] [-k]] host port path
//
//   -b file  POST this body instead of GET
//   -r rate  open model: a request every 1/rate seconds on any idle connection, whether or not earlier answers are back
//   -t us    open model: leave only at multiples of this tick, all that is due at once (fewer wake-ups per request)
//   -k       open model: wake only to send and collect the answers then; when an answer came is read from the kernel's
//            receive stamp (SO_TIMESTAMPING), so that sleeping past it costs no accuracy
//
// It knows nothing of HTTP: it learns the length of the first answer, then counts bytes. Level-triggered epoll, one
// read and one write per connection and wake-up. Prints the number of requests.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/net_tstamp.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BATCH = 1024 };

struct connection { int fd; uint32_t left; double due; };  // left: bytes of the answer still to come; due: open model

static int connections = 64, stamped;
static double seconds = 10, rate, tick;
static struct sockaddr_in address;
static char request[65536], bytes[65536];
static size_t request_length;
static uint32_t answer_length;
static uint64_t done;
static double latency_sum;  // keeps the compiler from dropping what a real engine must work out

static void die(const char *what) { perror(what); exit(1); }

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int dial(void) {
    int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0) die("socket");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(fd, (struct sockaddr *)&address, sizeof address)) die("connect");
    return fd;
}

static void learn_answer_length(void) {
    size_t length = 0;
    int fd = dial();
    if (write(fd, request, request_length) != (ssize_t)request_length) die("write");
    while (!answer_length) {
        ssize_t got = read(fd, bytes + length, sizeof bytes - 1 - length);
        if (got <= 0) die("first answer");
        length += (size_t)got;
        bytes[length] = 0;
        char *end = strstr(bytes, "\r\n\r\n"), *field = strcasestr(bytes, "content-length:");
        if (!end || !field) continue;
        size_t total = (size_t)(end - bytes) + 4 + strtoul(field + 15, NULL, 10);
        if (strncmp(bytes, "HTTP/1.1 200", 12)) { fprintf(stderr, "not a 200: %.60s\n", bytes); exit(1); }
        if (length >= total) answer_length = (uint32_t)total;
    }
    close(fd);
}

static void send_request(struct connection *c) {
    if (write(c->fd, request, request_length) != (ssize_t)request_length) die("short write");
    c->left = answer_length;
}

static int watch(struct connection *all) {
    int epoll = epoll_create1(0), stamps = SOF_TIMESTAMPING_RX_SOFTWARE | SOF_TIMESTAMPING_SOFTWARE;
    for (int i = 0; i < connections; i++) {
        struct epoll_event event = { .events = EPOLLIN, .data.ptr = &all[i] };
        all[i].fd = dial();
        fcntl(all[i].fd, F_SETFL, O_NONBLOCK);
        if (stamped && setsockopt(all[i].fd, SOL_SOCKET, SO_TIMESTAMPING, &stamps, sizeof stamps)) die("SO_TIMESTAMPING");
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, all[i].fd, &event)) die("epoll_ctl");
    }
    return epoll;
}

// True when the answer is complete.
static int took(struct connection *c, ssize_t got) {
    if (got < 0 && errno == EAGAIN) return 0;
    if (got <= 0) die("read");
    if ((uint32_t)got > c->left) { fprintf(stderr, "more bytes than due\n"); exit(1); }
    c->left -= (uint32_t)got;
    return c->left == 0;
}

static void run_closed(struct connection *all, int epoll) {
    struct epoll_event events[BATCH];
    double until = now() + seconds;
    for (int i = 0; i < connections; i++) send_request(&all[i]);
    while (now() < until) {
        int ready = epoll_wait(epoll, events, BATCH, 1000);
        for (int i = 0; i < ready; i++) {
            struct connection *c = events[i].data.ptr;
            if (took(c, read(c->fd, bytes, sizeof bytes))) { done++; send_request(c); }
        }
    }
}

static ssize_t read_stamped(int fd, double *when) {
    char control[256];
    struct iovec part = { bytes, sizeof bytes };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control };
    ssize_t got = recvmsg(fd, &message, 0);
    for (struct cmsghdr *h = CMSG_FIRSTHDR(&message); got > 0 && h; h = CMSG_NXTHDR(&message, h))
        if (h->cmsg_level == SOL_SOCKET && h->cmsg_type == SO_TIMESTAMPING) {
            struct timespec wall, *stamp = (struct timespec *)CMSG_DATA(h);
            clock_gettime(CLOCK_REALTIME, &wall);
            if (stamp->tv_sec)
                *when = now() - (double)(wall.tv_sec - stamp->tv_sec) - (double)(wall.tv_nsec - stamp->tv_nsec) * 1e-9;
        }
    return got;
}

static void run_open(struct connection *all, int epoll) {
    struct epoll_event events[BATCH];
    struct connection **idle = malloc(sizeof *idle * (size_t)connections);
    int idle_count = 0;
    for (int i = 0; i < connections; i++) idle[idle_count++] = &all[i];
    uint64_t sent = 0, total = (uint64_t)(rate * seconds);
    double start = now();
    while (done < total && now() < start + seconds + 2) {
        double t = now(), due = start + (double)sent / rate;
        if (tick > 0) t = start + tick * (double)(uint64_t)((t - start) / tick);
        for (; sent < total && due <= t && idle_count; due = start + (double)sent / rate) {
            struct connection *c = idle[--idle_count];
            c->due = due;
            send_request(c);
            sent++;
        }
        if (tick > 0) due = start + tick * (double)((uint64_t)((due - start) / tick) + 1);
        int more = sent < total && idle_count;
        double wait = more ? due - now() : 1;
        if (wait < 0) wait = 0;
        struct timespec time = { (time_t)wait, (long)((wait - (double)(time_t)wait) * 1e9) };
        if (stamped && more) {
            if (wait > 0) nanosleep(&time, NULL);
            time = (struct timespec){ 0, 0 };
        }
        int ready = epoll_pwait2(epoll, events, BATCH, &time, NULL);
        double when = ready > 0 ? now() : 0;
        for (int i = 0; i < ready; i++) {
            struct connection *c = events[i].data.ptr;
            if (!took(c, stamped ? read_stamped(c->fd, &when) : read(c->fd, bytes, sizeof bytes))) continue;
            latency_sum += when - c->due;
            idle[idle_count++] = c;
            done++;
        }
    }
}

static void write_request(char **to, const char *body_file) {
    static char body[60000];
    size_t length = 0;
    if (body_file) {
        FILE *file = fopen(body_file, "r");
        if (!file) die(body_file);
        length = fread(body, 1, sizeof body, file);
        fclose(file);
    }
    int head = body_file
        ? snprintf(request, 1024, "POST %s HTTP/1.1\r\nHost: %s:%s\r\nContent-Length: %zu\r\n\r\n", to[2], to[0], to[1], length)
        : snprintf(request, 1024, "GET %s HTTP/1.1\r\nHost: %s:%s\r\n\r\n", to[2], to[0], to[1]);
    if (head >= 1024) { fprintf(stderr, "the path is too long\n"); exit(2); }
    memcpy(request + head, body, length);
    request_length = (size_t)head + length;
}

int main(int argc, char **argv) {
    const char *body_file = NULL;
    for (int o; (o = getopt(argc, argv, "c:d:r:b:t:k")) != -1;) switch (o) {
        case 'c': connections = atoi(optarg); break;
        case 'd': seconds = atof(optarg); break;
        case 'r': rate = atof(optarg); break;
        case 'b': body_file = optarg; break;
        case 'k': stamped = 1; break;
        case 't': tick = atof(optarg) * 1e-6; break;
        default: return 2;
    }
    if (argc - optind != 3 || connections < 1 || seconds > 120) {
        fprintf(stderr, "usage: floor [-c N] [-d S] [-b FILE] [-r RATE [-t US] [-k]] host port path\n");
        return 2;
    }
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)atoi(argv[optind + 1]));
    if (inet_pton(AF_INET, argv[optind], &address.sin_addr) != 1) { fprintf(stderr, "needs an IPv4 address\n"); return 2; }
    write_request(argv + optind, body_file);
    learn_answer_length();
    struct connection *all = calloc((size_t)connections, sizeof *all);
    int epoll = watch(all);
    if (rate > 0) run_open(all, epoll);
    else run_closed(all, epoll);
    printf("%llu requests", (unsigned long long)done);
    if (rate > 0 && done) printf(", mean latency %.6f s", latency_sum / (double)done);
    printf("\n");
    return 0;
}
