/*
 * Lets the disk fail: the write with the number FAULT_AT to a file below FAULT_FOLDER, counted from 1, returns the error
 * FAULT_ERROR (EIO or ENOSPC), and so do all later ones with FAULT_STAYS=1. Flushes count as writes. The number of writes is
 * saved in the file FAULT_COUNT when the process ends. For LD_PRELOAD.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long writes;

/* Returns whether this write must fail. */
static int fails(int descriptor) {
  char link[64], path[4096];
  const char *folder = getenv("FAULT_FOLDER");
  const char *at = getenv("FAULT_AT");
  const char *name = getenv("FAULT_ERROR");
  if (folder == NULL) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  if (strncmp(path, folder, strlen(folder)) != 0) return 0;
  long number = __sync_add_and_fetch(&writes, 1);
  long target = at == NULL ? 0 : atol(at);
  int due = number == target || (number > target && getenv("FAULT_STAYS") != NULL);
  if (target == 0 || !due) return 0;
  errno = name != NULL && strcmp(name, "ENOSPC") == 0 ? ENOSPC : EIO;
  return 1;
}

__attribute__((destructor)) static void save_count(void) {
  const char *path = getenv("FAULT_COUNT");
  FILE *file = path == NULL ? NULL : fopen(path, "w");
  if (file == NULL) return;
  fprintf(file, "%ld\n", writes);
  fclose(file);
}

#define REAL(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *bytes, size_t count) {
  return fails(fd) ? -1 : REAL(write)(fd, bytes, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
  return fails(fd) ? -1 : REAL(pwrite)(fd, bytes, count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
  return fails(fd) ? -1 : REAL(pwrite64)(fd, bytes, count, offset);
}

int fsync(int fd) { return fails(fd) ? -1 : REAL(fsync)(fd); }

int fdatasync(int fd) { return fails(fd) ? -1 : REAL(fdatasync)(fd); }
