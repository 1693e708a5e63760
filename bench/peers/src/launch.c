// launch.c - runs one command on given cores, with a hard time limit, and writes what it cost.
//
//   launch OUT CORES LIMIT_S CLASS command [arguments]
//
// CORES: `1` or `0,1`. CLASS: `fair`, or `rr` for the real-time round-robin class. OUT gets one line of JSON: user and
// system seconds of the whole tree (every child that was waited for), the largest resident set of a single process, wall
// seconds, exit status, and when it was forked (CLOCK_MONOTONIC). The program is small on purpose: a child's peak
// memory counts from the fork, so a fat parent would hide a lean child.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t child;

static void end_child(int signal) {
    (void)signal;
    if (child > 0) kill(-child, SIGKILL);
}

static long long now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void become(char *cores, const char *class, char **argv) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (char *core = strtok(cores, ","); core; core = strtok(NULL, ",")) CPU_SET(atoi(core), &set);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // it must not outlive the launcher, whatever ends that
    if (sched_setaffinity(0, sizeof set, &set)) perror("launch: cores");
    struct sched_param priority = { .sched_priority = 1 };
    if (!strcmp(class, "rr") && sched_setscheduler(0, SCHED_RR, &priority)) perror("launch: real-time class");
    execvp(argv[0], argv);
    perror(argv[0]);
    _exit(127);
}

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec * 1e-6; }

int main(int argc, char **argv) {
    if (argc < 6) {
        fprintf(stderr, "usage: launch OUT CORES LIMIT_S CLASS command [arguments]\n");
        return 2;
    }
    long long start_ns = now_ns();
    child = fork();
    if (child < 0) { perror("fork"); return 1; }
    if (child == 0) become(argv[2], argv[4], argv + 5);
    setpgid(child, child);
    struct sigaction action = { .sa_handler = end_child };
    sigaction(SIGALRM, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    alarm((unsigned)atoi(argv[3]));
    int status = 0;
    struct rusage usage;
    pid_t done;
    do done = wait4(child, &status, 0, &usage); while (done < 0 && errno == EINTR);
    long long end_ns = now_ns();
    kill(-child, SIGKILL);  // what its own process group left behind
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    FILE *out = fopen(argv[1], "w");
    if (!out) { perror(argv[1]); return 1; }
    fprintf(out, "{\"user_s\":%.6f,\"system_s\":%.6f,\"memory_kb\":%ld,\"wall_s\":%.4f,\"status\":%d,\"start_ns\":%lld}\n",
        seconds(usage.ru_utime), seconds(usage.ru_stime), usage.ru_maxrss, (double)(end_ns - start_ns) * 1e-9, code, start_ns);
    return fclose(out) ? 1 : 0;
}
