/* A position controller for servo_plant.mo, through shared memory.
 *
 *   cc -std=c11 -O2 -o controller examples/realtime/controller.c
 *   dashpot realtime examples/realtime/servo_plant.mo --step 1ms --duration 10s --shm servo &
 *   ./controller servo
 *
 * The block (docs/realtime.md) has a head and two cells: the model reads the first and writes the second. Each holds
 * the newest values under a sequence lock, so that nobody ever waits: a reader whose writer was at it reads again. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MAGIC, VERSION, INPUTS, OUTPUTS, STEP, STATE, INPUT_CELL, OUTPUT_CELL }; /* words of the head */
enum { LOCK, SEQUENCE, TIME, COUNT, VALUES };                                  /* words of a cell */
enum { NOT_YET, RUNNING, ENDED };                                              /* states */

typedef _Atomic uint64_t word;

static double as_double(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static uint64_t as_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static uint64_t get(word *at) { return atomic_load_explicit(at, memory_order_relaxed); }
static void put(word *at, uint64_t value) { atomic_store_explicit(at, value, memory_order_relaxed); }

/* 1: something new; *seen is the lock at the last reading. */
static int read_cell(word *cell, uint64_t *seen, uint64_t *sequence, double *time, double *values, int count) {
  const uint64_t lock = atomic_load_explicit(&cell[LOCK], memory_order_acquire);
  if (lock == *seen || lock % 2 != 0) return 0;
  *sequence = get(&cell[SEQUENCE]);
  *time = as_double(get(&cell[TIME]));
  for (int i = 0; i < count; ++i) values[i] = as_double(get(&cell[VALUES + i]));
  atomic_thread_fence(memory_order_acquire);
  if (get(&cell[LOCK]) != lock) return 0;
  *seen = lock;
  return 1;
}

static void write_cell(word *cell, uint64_t sequence, double time, const double *values, int count) {
  const uint64_t lock = get(&cell[LOCK]) | 1;
  put(&cell[LOCK], lock);
  atomic_thread_fence(memory_order_release);
  put(&cell[SEQUENCE], sequence);
  put(&cell[TIME], as_bits(time));
  put(&cell[COUNT], (uint64_t)count);
  for (int i = 0; i < count; ++i) put(&cell[VALUES + i], as_bits(values[i]));
  atomic_store_explicit(&cell[LOCK], lock + 1, memory_order_release);
}

static void pause_for(long nanoseconds) {
  const struct timespec time = {0, nanoseconds};
  nanosleep(&time, NULL);
}

/* Half a second at 100 mm, then to and fro between 300 and 200 mm every two seconds. */
static double reference(double time) {
  if (time < 0.5) return 0.1;
  const double phase = (time - 0.5) / 4;
  return phase - (double)(long)phase < 0.5 ? 0.3 : 0.2;
}

static double command(double time, double position, double velocity) {
  const double wanted = 15.0 * (reference(time) - position) - 0.3 * velocity;
  return wanted > 1 ? 1 : wanted < -1 ? -1 : wanted;
}

static word *open_block(const char *name) {
  char path[256];
  snprintf(path, sizeof path, "/%s", name);
  for (int i = 0; i < 12000; ++i, pause_for(10000000)) { /* until the model is there, for two minutes */
    const int file = shm_open(path, O_RDWR, 0);
    if (file < 0) continue;
    struct stat about;
    word *block = MAP_FAILED;
    if (fstat(file, &about) == 0 && about.st_size >= 64)
      block = mmap(NULL, (size_t)about.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (block == MAP_FAILED) continue;
    uint64_t magic = get(&block[MAGIC]);
    if (memcmp(&magic, "DPRTMEM1", 8) == 0 && get(&block[STATE]) != ENDED) return block;
    munmap((void *)block, (size_t)about.st_size);
  }
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 2) return fprintf(stderr, "usage: %s NAME\n", argv[0]), 2;
  word *block = open_block(argv[1]);
  if (!block) return fprintf(stderr, "there is no shared memory '%s'\n", argv[1]), 1;
  if (get(&block[INPUTS]) != 1 || get(&block[OUTPUTS]) < 2) return fprintf(stderr, "another model runs there\n"), 1;
  word *inputs = block + get(&block[INPUT_CELL]) / 8, *outputs = block + get(&block[OUTPUT_CELL]) / 8;
  const long look = (long)(as_double(get(&block[STEP])) * 1e9 / 10);
  uint64_t seen = 0, sequence = 0, answered = 0;
  double time = 0, values[2] = {0, 0};
  while (get(&block[STATE]) != ENDED) {
    if (read_cell(outputs, &seen, &sequence, &time, values, 2)) {
      const double u = command(time, values[0], values[1]);
      write_cell(inputs, sequence, time, &u, 1); /* with the number of the outputs that it answers */
      ++answered;
    }
    pause_for(look);
  }
  printf("%llu messages answered; the load is at %.1f mm, wanted %.1f mm\n", (unsigned long long)answered,
         1000 * values[0], 1000 * reference(time));
  return 0;
}
