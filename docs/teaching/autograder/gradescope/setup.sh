#!/usr/bin/env bash
# Gradescope runs this once, when it builds the image. The zip of the autograder contains this folder and the binary `espalier`.
set -e
apt-get update
apt-get install -y --no-install-recommends python3 g++ default-jdk-headless
install -m 755 /autograder/source/espalier /usr/local/bin/espalier
