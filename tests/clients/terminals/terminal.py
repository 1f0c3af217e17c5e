"""A program in a terminal of its own, under tmux: keys go in, the screen comes out."""

import shlex
import subprocess
import time
from contextlib import contextmanager, suppress

WIDTH, HEIGHT = 110, 60


class Hidden(Exception):
    """Something is not on the screen, which is this."""


class Terminal:
    def __init__(self, socket, pause):
        self.socket, self.pause = socket, pause

    def tmux(self, *arguments):
        command = ["tmux", "-L", self.socket, "-f", "/dev/null", *map(str, arguments)]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def keys(self, *names):
        """Presses keys, each after the one before is seen: programs take fast input as pasted."""
        for name in names:
            before = self.screen()
            self.tmux("send-keys", name)
            self.settle(lambda screen: screen != before, 1)

    def type(self, text):
        self.tmux("send-keys", "-l", "--", text)
        self.settle(lambda screen: text in screen, 3)

    def settle(self, seen, seconds):
        """Waits until it is seen, for a key may also change nothing."""
        with suppress(Hidden):
            self.wait(seen, seconds)
        time.sleep(self.pause)

    def wait(self, found, seconds=30):
        """Waits until `found` is true of the screen."""
        until = time.monotonic() + seconds
        while not found(screen := self.screen()):
            if time.monotonic() > until:
                raise Hidden(screen)
            time.sleep(0.05)

    def press(self, key, found):
        """Presses a key until `found` is true: a dialog may ignore keys at first."""
        for _ in range(5):
            self.keys(key)
            try:
                return self.wait(found, 3)
            except Hidden as hidden:
                last = hidden
        raise last


@contextmanager
def terminal(name, command, environment, folder, pause):
    """Runs the command with this environment and no other."""
    one = Terminal(name, pause)
    pairs = [f"{key}={value}" for key, value in environment.items()]
    line = shlex.join(["env", "-i", *pairs, *map(str, command)])
    keep = ["start-server", ";", "set-option", "-g", "remain-on-exit", "on", ";"]
    one.tmux(*keep, "new-session", "-d", "-x", WIDTH, "-y", HEIGHT, "-c", folder, line)
    try:
        yield one
    finally:
        one.tmux("kill-server")
