"""Open WebUI, and the person in front of it."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from queue import Empty
from urllib.error import URLError
from urllib.request import urlopen

import shows
from playwright.sync_api import Error, sync_playwright
from reading import Unreadable

# It loads much before it listens, beside other work for minutes.
STARTS_WITHIN = 300


@contextmanager
def serving(home, model, server):
    """Open WebUI with one model and one server: the address of its chat."""
    folder = home / "folder"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    forms = {
        "type": "mcp",
        "url": server,
        "path": "",
        "auth_type": "none",
        "key": "",
        "config": {"enable": True},
        "info": {"id": "forms", "name": "forms"},
    }
    environment = {
        # What is needed, and nothing of the one who runs this.
        **{"HOME": folder, "DATA_DIR": folder, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        # Without an account there is nothing to sign.
        **{"WEBUI_AUTH": "False", "WEBUI_SECRET_KEY": "none", "ENABLE_PERSISTENT_CONFIG": "False"},
        # No network: neither models of its own, nor news, nor telemetry.
        **{"OFFLINE_MODE": "True", "RAG_EMBEDDING_ENGINE": "openai", "ENABLE_OLLAMA_API": "False"},
        **{"ANONYMIZED_TELEMETRY": "False", "DO_NOT_TRACK": "true", "SCARF_NO_ANALYTICS": "true"},
        # The model is asked for its turns alone.
        **{f"ENABLE_{name}_GENERATION": "False" for name in ("TITLE", "TAGS", "FOLLOW_UP")},
        **{"OPENAI_API_BASE_URL": f"{model}/v1", "OPENAI_API_KEY": "dummy"},
        "OPENAI_API_CONFIGS": json.dumps({"0": {"enable": True, "model_ids": ["fake"]}}),
        "TOOL_SERVER_CONNECTIONS": json.dumps([forms]),
    }
    command = [home / "bin" / "open-webui", "serve", "--host", "127.0.0.1", "--port", str(port)]
    log = home / "open-webui.log"
    with log.open("w") as out:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
        )
    chat = f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + STARTS_WITHIN
        while not answers(chat):
            if process.poll() is not None or time.monotonic() > until:
                sys.exit(f"Open WebUI does not start: {log}")
            time.sleep(0.5)
        yield chat
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def answers(chat):
    with suppress(URLError, ConnectionError), urlopen(f"{chat}/health"):
        return True
    return False


class Person:
    def __init__(self, chat, home, model, questions, answers):
        self.chat, self.home, self.model, self.questions, self.answers = chat, home, model, questions, answers
        self.pictures, self.taken = os.environ.get("ELICIT_PICTURES"), 0
        # In a container there are no namespaces for its sandbox; it opens these pages alone.
        self.browser = sync_playwright().start().chromium.launch(
            executable_path=shutil.which(os.environ.get("CHROMIUM", "chromium")), args=["--no-sandbox"]
        )
        self.page = self.browser.new_page(viewport={"width": 1280, "height": 1000})
        self.page.set_default_timeout(60_000)
        self.page.goto(chat)
        # What is new in this version.
        self.page.get_by_text("Okay, Let's Go!").click()

    def cell(self, case, judge):
        """The cell of a case."""
        try:
            cell = judge(case, self.asked(case))
        except (Error, Empty, AssertionError, Unreadable) as failure:
            cell = f"{type(failure).__name__}: {failure}".splitlines()[0]
        if not cell.startswith("yes"):
            cell += f" ({self.picture(f'{self.home}/failed')})"
        return cell

    def asked(self, case):
        """Answers the questions of a call: what there was to see, to send and to read."""
        sent, answered = len(self.questions()), len(self.answers())
        shown, replies = [], [*case["replies"]]
        while not self.model.returned.empty():
            self.model.returned.get()
        self.page.goto(f"{self.chat}/?models=fake&tool-ids=server:mcp:forms&q=Call+{case['tool']}")
        self.model.call = case["tool"], case.get("arguments", {})
        self.page.locator("#send-message-button").click()
        while replies:
            self.wait(lambda: len(self.questions()) > sent + len(shown) or not self.model.returned.empty())
            if not self.model.returned.empty():
                break
            dialog = self.page.get_by_role("dialog").filter(has=self.page.locator("form"))
            message = dialog.locator("form > p").first
            # The dialog of the question before it may still be there.
            self.wait(lambda: message.count() and message.inner_text() == self.questions()[-1]["message"])
            shown.append({"message": message.inner_text()} | self.answer(dialog, case, replies))
        text = self.model.returned.get(timeout=60)
        return {"shown": shown, "sent": self.questions()[sent:], "answered": self.answers()[answered:], "text": text}

    def answer(self, dialog, case, replies):
        """Answers with the first of the replies, and with the next one what the browser refuses."""
        reply = replies.pop(0)
        if "url" in case:
            seen = {"link": dialog.locator("a").inner_text()}
            self.keep(dialog)
            if reply["action"] == "accept":
                self.follow(dialog, case)
                return seen
        else:
            seen = {"fields": {name: self.read(dialog, place) for place, name in enumerate(case["asks"])}}
            self.keep(dialog)
        if reply["action"] != "accept":
            dialog.get_by_role("button", name=reply["action"].capitalize()).click()
        while reply["action"] == "accept":
            self.fill(dialog, case["asks"], reply["content"])
            self.keep(dialog)
            refused = dialog.locator(":invalid:not(form)")
            says = {one.get_attribute("id"): one.evaluate("one => one.validationMessage") for one in refused.all()}
            dialog.get_by_role("button", name="Submit").click()
            if not says:
                break
            for place, name in enumerate(case["asks"]):
                if (control := f"elicitation-{place}") in says:
                    seen["fields"][name]["says"] = says[control]
            assert replies, f"it says: {says}"
            reply = replies.pop(0)
        return seen

    def read(self, dialog, place):
        """What is shown of a field."""
        control = dialog.locator(f"#elicitation-{place}")
        seen = {"named": " ".join(dialog.locator(f"label[for=elicitation-{place}]").inner_text().split())}
        if (about := dialog.locator(f"#elicitation-{place}-description")).count():
            seen["about"] = about.inner_text()
        if control.evaluate("one => one.localName") != "select":
            return {**seen, "has": control.input_value()}
        options, chosen = control.evaluate(
            "one => [one.options, one.selectedOptions].map((all) => [...all].map((one) => one.label))"
        )
        return {**seen, "options": options, "has": chosen}

    def fill(self, dialog, asks, content):
        """`None` is a field that was filled in and emptied again."""
        for place, (name, field) in enumerate(asks.items()):
            control, titles = dialog.locator(f"#elicitation-{place}"), shows.names(field)
            if name not in content:
                continue
            value = content[name]
            if titles:
                values = value if isinstance(value, list) else [value]
                control.select_option(label=[titles.get(value, shows.NONE) for value in values])
            else:
                control.fill("1" if value is None else str(value))
                if value is None:
                    control.fill("")

    def follow(self, dialog, case):
        """Opens the link, and sends its page, if it is one of the server."""
        with self.page.expect_popup() as opened:
            dialog.locator("a").click()
        tab = opened.value
        for field, value in case.get("visit", {}).items():
            tab.fill(f"#{field}", value)
        if "visit" in case:
            tab.click("button[value=accept]")
            tab.get_by_text("Your answer was sent").wait_for()
        tab.close()

    def wait(self, found):
        until = time.monotonic() + 60
        while not found():
            assert time.monotonic() < until, "nothing comes"
            self.page.wait_for_timeout(50)

    def keep(self, dialog):
        if self.pictures:
            dialog.locator("form").scroll_into_view_if_needed()
            self.picture(f"{self.pictures}/")

    def picture(self, begin):
        self.taken += 1
        path = f"{begin}{self.taken:03}.png"
        self.page.screenshot(path=path)
        return path
