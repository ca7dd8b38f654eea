#!/bin/sh
# Removes backups of more than 30 days, but never the newest seven, and what a killed one left: sh prune-backups.sh FOLDER
set -eu
cd "$1"
find . -maxdepth 1 -name 'sandbar-*.unfinished' -mtime +0 -delete
# Their names begin with their times.
for file in $(ls -r | grep -E '^sandbar-[^.]+\.tar\.gz(\.age)?$' | tail -n +8); do
  find "$file" -mtime +30 -delete
done
