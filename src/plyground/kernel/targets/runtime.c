/* What compiled kernels need besides themselves: memory for arrays that they make, and somebody to
   tell how many nodes there are (a module imports that, if one of its kernels does it).

   Numba counts references to an array in a record before it, and asks for a new one with
   NRT_MemInfo_alloc_aligned; when nobody refers to it, NRT_MemInfo_call_dtor gives it back. */

#include <stddef.h>
#include <stdint.h>

#if defined(__EMSCRIPTEN__)

/* Python in a browser has memory and a clock; nobody could stop a search but the search itself. */
void *malloc(size_t bytes);
void free(void *room);
struct moment { int64_t seconds; int32_t nanoseconds; };
int clock_gettime(int clock, struct moment *now);

#define MONOTONIC 1
#define CALLS_PER_LOOK 1024

static void *obtain(size_t bytes) { return malloc(bytes); }
static void give_back(void *room, size_t bytes) { (void)bytes, free(room); }

int32_t plyground_is_past(int64_t deadline) {
    static uint32_t calls;
    struct moment now;
    if (++calls % CALLS_PER_LOOK != 0)
        return 0;
    clock_gettime(MONOTONIC, &now);
    return now.seconds * 1000000000 + now.nanoseconds >= deadline;
}

#elif defined(__wasm__)

/* Room in sizes of powers of two; what was given back is kept for the next of its size. */
#define PAGE 65536u
#define SIZES 32

extern unsigned char __heap_base;
static uintptr_t end, limit;
static void *unused[SIZES];

static void *take(size_t bytes) {
    if (end == 0) {
        end = ((uintptr_t)&__heap_base + 63) & ~(uintptr_t)63;
        limit = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
    }
    if (bytes > limit - end) {
        size_t pages = (bytes - (limit - end) + PAGE - 1) / PAGE;
        if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1)
            return NULL;
        limit += pages * PAGE;
    }
    void *found = (void *)end;
    end += bytes;
    return found;
}

static int size_of(size_t bytes) { return 32 - __builtin_clz((uint32_t)(bytes < 64 ? 63 : bytes - 1)); }

static void *obtain(size_t bytes) {
    int size = size_of(bytes);
    void *found = unused[size];
    if (found != NULL) {
        unused[size] = *(void **)found;
        return found;
    }
    return take((size_t)1 << size);
}

static void give_back(void *room, size_t bytes) {
    int size = size_of(bytes);
    *(void **)room = unused[size];
    unused[size] = room;
}

/* Zeroed room for a block, for good: memory that nothing was in yet. */
__attribute__((export_name("plyground_allocate"))) void *plyground_allocate(size_t bytes) {
    return take((bytes + 63) & ~(size_t)63);
}

#else

#include <stdlib.h>
static void *obtain(size_t bytes) { return malloc(bytes); }
static void give_back(void *room, size_t bytes) { (void)bytes, free(room); }

#endif

typedef struct {
    int64_t references;
    void *destructor, *destructor_info;
    void *data;
    int64_t bytes;
} MemInfo;

void *NRT_MemInfo_alloc_aligned(int64_t bytes, int32_t alignment) {
    size_t room = sizeof(MemInfo) + (size_t)alignment + (size_t)bytes;
    MemInfo *info = obtain(room);
    if (info == NULL)
        return NULL;
    uintptr_t behind = (uintptr_t)(info + 1) + (uintptr_t)alignment - 1;
    info->references = 1;
    info->destructor = info->destructor_info = NULL;
    info->data = (void *)(behind - behind % (uintptr_t)alignment);
    info->bytes = (int64_t)room;
    return info;
}

void NRT_MemInfo_call_dtor(void *given) {
    MemInfo *info = given;
    give_back(info, (size_t)info->bytes);
}

#if defined(__wasm__) && !defined(__EMSCRIPTEN__)
__attribute__((import_module("plyground"), import_name("tell"))) void told(int64_t nodes);
#else
static void told(int64_t nodes) { (void)nodes; }
#endif

__attribute__((visibility("hidden"))) void plyground_tell(int64_t nodes) { told(nodes); }
