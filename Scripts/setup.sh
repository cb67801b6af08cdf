#!/usr/bin/env bash
# Makes this machine ready to build the package: the SQLite library with its header, found by pkg-config.
# Installs only what is missing, with apt-get, and says what it does. Safe to run again and again.
set -euo pipefail

minimum=3.25.0

say() { printf 'setup: %s\n' "$*"; }
fail() { printf 'setup: %s\n' "$*" >&2; exit 1; }

if [ "$(uname -s)" = Darwin ]; then
  say "nothing to do: SQLite comes with the system."
  exit 0
fi

command -v swift >/dev/null 2>&1 || say "note: no swift command found; install Swift 6 from https://www.swift.org/install."

missing=()
if ! command -v pkg-config >/dev/null 2>&1; then
  missing+=(pkg-config libsqlite3-dev)
elif ! pkg-config --exists sqlite3; then
  missing+=(libsqlite3-dev)
fi

if [ ${#missing[@]} -gt 0 ]; then
  if ! command -v apt-get >/dev/null 2>&1; then
    fail "missing: ${missing[*]}, and this system has no apt-get. Install pkg-config and the development files of" \
      "SQLite $minimum or later (often called sqlite-devel or sqlite-dev), then run this again."
  fi
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || fail "missing: ${missing[*]}. Run as root: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  say "missing: ${missing[*]}; installing with apt-get${as_root[0]:+ (sudo)}."
  # One unreachable source of several need not keep the packages away, so the install decides.
  "${as_root[@]}" apt-get update || say "apt-get update failed; trying with the package lists at hand."
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${missing[@]}" \
    || fail "apt-get could not install ${missing[*]}; see its messages above."
  pkg-config --exists sqlite3 || fail "installed ${missing[*]}, but pkg-config still does not find sqlite3."
fi

version=$(pkg-config --modversion sqlite3)
pkg-config --atleast-version="$minimum" sqlite3 \
  || fail "SQLite $version is too old: $minimum or later is needed. Upgrade libsqlite3-dev, then run this again."

if [ ${#missing[@]} -gt 0 ]; then
  say "done: SQLite $version."
else
  say "nothing to do: SQLite $version is here."
fi
