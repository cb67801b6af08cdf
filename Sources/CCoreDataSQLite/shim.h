#ifndef CCOREDATASQLITE_SHIM_H
#define CCOREDATASQLITE_SHIM_H
#include <sqlite3.h>

#endif
