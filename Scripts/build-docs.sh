#!/usr/bin/env bash
# Builds the DocC archives of both modules into the given folder (.build/docs by default). Warnings are errors: a link that
# leads nowhere, say. Needs a debug build. Look at the result with: docc preview, or any web server.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$(swift build --show-bin-path)
output=${1:-.build/docs}
target=$(swift -print-target-info | sed -n 's/.*"unversionedTriple" *: *"\(.*\)".*/\1/p' | head -n 1)

for module in CoreDataEngine CoreDataCompat; do
  graphs=$output/symbols/$module
  rm -rf "$graphs"
  mkdir -p "$graphs"
  swift symbolgraph-extract -module-name "$module" -target "$target" -I "$build/Modules" \
    -Xcc -fmodule-map-file=Sources/CCoreDataSQLite/module.modulemap \
    -Xcc -fmodule-map-file="$build/CCoreDataRuntime.build/module.modulemap" \
    -Xcc -fmodule-map-file="$build/CCoreDataRows.build/module.modulemap" \
    -minimum-access-level public -skip-inherited-docs -skip-synthesized-members -output-dir "$graphs"
  # Extensions of other modules' types belong to those modules' pages.
  find "$graphs" -name '*@*.symbols.json' -delete
  docc convert "Sources/$module/$module.docc" --additional-symbol-graph-dir "$graphs" --output-path "$output/$module.doccarchive" \
    --fallback-display-name "$module" --fallback-bundle-identifier "$module" --warnings-as-errors
  echo "$output/$module.doccarchive"
done
