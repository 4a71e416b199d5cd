#!/bin/sh
# This tests the bot BOT. Run it with: sh test_BOT.sh
set -e
cd "$(dirname "$0")"
BUILD_COMMAND
result=$(PLAY_COMMAND)
case $result in
    *'"thrown_out"'*) echo "the bot made a fault: $result"; exit 1 ;;
esac
# Add what your bot should reach. The result has the scores of all players.
echo "passed: it plays a game without a fault"
