"""This tests BOT.py. Run it with: python3 test_BOT.py"""
import json
import os
import subprocess
import unittest

GAME = "PLAY_COMMAND"


class BotTest(unittest.TestCase):
    def test_it_plays_a_game_without_a_fault(self):
        folder = os.path.dirname(os.path.abspath(__file__))
        game = subprocess.run(GAME, shell=True, cwd=folder, capture_output=True, text=True)
        self.assertEqual(game.returncode, 0, game.stderr)
        result = json.loads(game.stdout)["result"]
        self.assertNotIn("thrown_out", result)
        # Add what your bot should reach: self.assertGreater(result["scores"][0], 0)


if __name__ == "__main__":
    unittest.main()
