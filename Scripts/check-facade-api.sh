#!/usr/bin/env bash
# The facade must build over Apple's Core Data too, so it may use nothing that is not Apple's public API. Lists every
# declaration that its sources take from the package's other modules, as the compiler resolved them, and fails on one
# that is not in apple-core-data-api.txt. Bridging/ is left out: it holds what differs on purpose, under #if.
set -euo pipefail
cd "$(dirname "$0")/.."

list=Scripts/apple-core-data-api.txt
tree=$(mktemp)
used=$(mktemp)
trap 'rm -f "$tree" "$used"' EXIT

swift build --target CoreDataCompat >&2
build=$(swift build --show-bin-path)
# The package manager names a package after its folder.
package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]')
mapfile -t sources < <(find Sources/CoreDataCompat -name '*.swift' | sort)
# The compiler prints the tree where it prints its messages.
swiftc -dump-ast -swift-version 6 -package-name "$package" -module-name CoreDataCompat -I "$build/Modules" \
  -Xcc -fmodule-map-file="$build/CCoreDataRuntime.build/module.modulemap" -Xcc -ISources/CCoreDataRuntime/include \
  -Xcc -fmodule-map-file="$build/CCoreDataRows.build/module.modulemap" -Xcc -ISources/CCoreDataRows/include \
  -Xcc -fmodule-map-file=Sources/CCoreDataSQLite/module.modulemap "${sources[@]}" >"$tree" 2>&1 || {
  grep -E '^[^ ]*: error: ' "$tree" >&2
  exit 1
}

awk '/^\(source_file "/ { skipped = /Sources\/CoreDataCompat\/Bridging\// } !skipped' "$tree" \
  | grep -oE 'CoreData(Engine|Foundation|SQLite|ModelFormat)\.\(file\)\.[^"@]+' \
  | sed -E 's/^CoreDataEngine\.\(file\)\.//; s/ extension\././; s/^Name\./NSNotification.Name./' | sort -u >"$used" || true

if [ ! -s "$used" ]; then
  echo "The facade seems to use nothing of Core Data: the compiler's output could not be read." >&2
  grep -m5 'error:' "$tree" >&2 || true
  exit 1
fi

# A method that is called without its labels stands for any of its name.
foreign=$(awk 'NR == FNR { known[$0]; sub(/\(.*/, ""); known[$0]; next } !($0 in known)' "$list" "$used")
if [ -n "$foreign" ]; then
  printf 'Not in Apple'\''s API, yet used by the facade:\n%s\n' "$foreign" >&2
  exit 1
fi
echo "The facade uses $(wc -l <"$used") declarations of Core Data, all of them in Apple's API."
