#!/bin/sh
# Removes backups older than 30 days, except the newest seven, and leftovers of killed ones: sh prune-backups.sh FOLDER
set -eu
cd "$1"
find . -maxdepth 1 -name 'sandbar-*.unfinished' -mtime +0 -delete
# Their names begin with their times.
for file in $(ls -r | grep -E '^sandbar-[^.]+\.tar\.gz(\.age)?$' | tail -n +8); do
  find "$file" -mtime +30 -delete
done
