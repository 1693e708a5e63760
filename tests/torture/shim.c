/* Faults of a disk, put before the C library's calls on files whose path holds TORTURE_PATH (LD_PRELOAD).

   TORTURE_CALL   write (also ftruncate) or sync: what is counted
   TORTURE_AT     from the n-th of these calls on, 1 is the first
   TORTURE_TIMES  so many of them
   TORTURE_ERRNO  fail with it; 0: do not fail
   TORTURE_MS     sleep first
   TORTURE_COUNT  a file that gets a byte for each counted call
   TORTURE_LOG    a file that gets every write, truncation and sync, to make the disk again as it was at any moment */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long calls;
static int log_fd = -1, count_fd = -1;

static long number(const char *name) {
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

static ssize_t real_write(int fd, const void *data, size_t size) {
    static ssize_t (*next)(int, const void *, size_t);
    if (!next) next = dlsym(RTLD_NEXT, "write");
    return next(fd, data, size);
}

static int is_meant(int fd, char *path, size_t size) {
    char link[64];
    const char *part = getenv("TORTURE_PATH");
    if (!part) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, size - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strstr(path, part) != NULL;
}

static int opened(int *fd, const char *name) {
    if (*fd < 0 && getenv(name)) *fd = open(getenv(name), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    return *fd;
}

/* kind, length of the name, name, offset, length of the data, data */
static void record(char kind, const char *path, long offset, const void *data, long size) {
    const char *name = strrchr(path, '/') + 1;
    char head[512];
    if (opened(&log_fd, "TORTURE_LOG") < 0) return;
    int length = snprintf(head, sizeof head, "%c %s %ld %ld\n", kind, name, offset, size);
    pthread_mutex_lock(&lock);
    real_write(log_fd, head, length);
    if (size) real_write(log_fd, data, size);
    pthread_mutex_unlock(&lock);
}

/* Whether this call fails; errno says how. */
static int fails(const char *kind) {
    const char *counted = getenv("TORTURE_CALL");
    if (!counted || strcmp(counted, kind)) return 0;
    pthread_mutex_lock(&lock);
    long call = ++calls;
    if (opened(&count_fd, "TORTURE_COUNT") >= 0) real_write(count_fd, ".", 1);
    pthread_mutex_unlock(&lock);
    long at = number("TORTURE_AT");
    if (!at || call < at || call >= at + number("TORTURE_TIMES")) return 0;
    long ms = number("TORTURE_MS");
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
    errno = number("TORTURE_ERRNO");
    return errno != 0;
}

#define NEXT(name) static __typeof__(name) *next; if (!next) next = dlsym(RTLD_NEXT, #name)

ssize_t write(int fd, const void *data, size_t size) {
    char path[4096];
    int meant = is_meant(fd, path, sizeof path);
    if (meant && fails("write")) return -1;
    long offset = meant ? lseek(fd, 0, SEEK_CUR) : 0;
    ssize_t done = real_write(fd, data, size);
    if (meant && done > 0) record('w', path, offset, data, done);
    return done;
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
    char path[4096];
    NEXT(pwrite64);
    int meant = is_meant(fd, path, sizeof path);
    if (meant && fails("write")) return -1;
    ssize_t done = next(fd, data, size, offset);
    if (meant && done > 0) record('w', path, offset, data, done);
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) { return pwrite64(fd, data, size, offset); }

int ftruncate64(int fd, off64_t size) {
    char path[4096];
    NEXT(ftruncate64);
    int meant = is_meant(fd, path, sizeof path);
    if (meant && fails("write")) return -1;
    int done = next(fd, size);
    if (meant && !done) record('t', path, size, "", 0);
    return done;
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

static int synced(int fd, int (*next)(int)) {
    char path[4096];
    int meant = is_meant(fd, path, sizeof path);
    if (meant && fails("sync")) return -1;
    int done = next(fd);
    if (meant && !done) record('s', path, 0, "", 0);
    return done;
}

int fsync(int fd) { NEXT(fsync); return synced(fd, next); }
int fdatasync(int fd) { NEXT(fdatasync); return synced(fd, next); }

static void gone(const char *path) {
    const char *part = getenv("TORTURE_PATH");
    if (part && strstr(path, part) && strchr(path, '/')) record('u', path, 0, "", 0);
}

int unlink(const char *path) {
    NEXT(unlink);
    int done = next(path);
    if (!done) gone(path);
    return done;
}

/* Another name of a file: its data is the name that it has had. */
static void named(const char *from, const char *to) {
    const char *part = getenv("TORTURE_PATH");
    if (!part || !strstr(to, part) || !strchr(from, '/') || !strchr(to, '/')) return;
    const char *name = strrchr(from, '/') + 1;
    record('l', to, 0, name, strlen(name));
}

int linkat(int from_fd, const char *from, int to_fd, const char *to, int flags) {
    NEXT(linkat);
    int done = next(from_fd, from, to_fd, to, flags);
    if (!done) named(from, to);
    return done;
}

int rename(const char *from, const char *to) {
    NEXT(rename);
    int done = next(from, to);
    if (!done) { named(from, to); gone(from); }
    return done;
}
