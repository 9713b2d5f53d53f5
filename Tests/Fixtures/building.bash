# Builds the packages of this folder; sourced by the scripts, in a package.
#
# FIXTURES_SCRATCH is where they are built, `.build` in the package by default. Several packages may share a folder: the kit is
# built once then, since the options are the same for all, and the plan of the one package is not taken for that of the other.
scratch=$(realpath -m "${FIXTURES_SCRATCH:-.build}")
options=(--scratch-path "$scratch" --disable-build-manifest-caching -Xswiftc -warnings-as-errors)

build() { swift build "${options[@]}" --quiet "$@"; }
