// This tests BOT.go. Run it with: go test -count=1 BOT.go BOT_test.go
package main

import (
	"os/exec"
	"strings"
	"testing"
)

const build = "BUILD_COMMAND"
const game = "PLAY_COMMAND"

func TestItPlaysAGameWithoutAFault(t *testing.T) {
	if output, err := exec.Command("sh", "-c", build).CombinedOutput(); err != nil {
		t.Fatal(build, err, string(output))
	}
	result, err := exec.Command("sh", "-c", game).Output()
	if err != nil {
		t.Fatal(game, err)
	}
	if strings.Contains(string(result), `"thrown_out"`) {
		t.Error("the bot made a fault: ", string(result))
	}
	// Add what your bot should reach. The result has the scores of all players.
}
