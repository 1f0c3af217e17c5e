"""A program without a network."""

import subprocess
import sys

# In a network of its own, which has loopback and nothing else.
OWN_NETWORK = [
    ["unshare", "--net", *user, "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    for user in ([], ["--map-root-user"])
]


def offline(command):
    """The command in a network of its own. Where the machine does not allow that, the command."""
    for own in OWN_NETWORK:
        try:
            if subprocess.run([*own, "true"], stderr=subprocess.DEVNULL).returncode == 0:
                return [*own, *command]
        except FileNotFoundError:
            break
    print("with the network of this machine: `unshare --net` is not allowed here", file=sys.stderr)
    return command
