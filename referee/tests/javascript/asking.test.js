import assert from "node:assert/strict";
import { test } from "node:test";

import { besides, differences, startAsking } from "../../src/pages/asking.js";

const said = (seat, turn, got) => ({ seat, turn, line: 2, sent: [], got, stderr: [], millis: null, fault: null });
const film = {
  texts: ["UP", "DOWN"],
  frames: [{ said: [] }, { said: [said(0, 1, [0])] }, { said: [said(1, 1, [1])] }, { said: [said(0, 2, [1])] }, { said: [said(0, 3, [1])] }],
};
const other = (number, line, is_same, fault = null) => [number, { number, lines: line ? [line] : [], fault, is_same }];
const others = new Map([other(1, "DOWN", false), other(2, "DOWN", true), other(3, "", false, "timeout")]);

test("the frames that differ are those of the seat in which the bot answers something else", () => {
  assert.deepEqual(differences(film, 0, others), [1, 4]);
  assert.deepEqual(differences(film, 1, others), [2]);
  assert.deepEqual(differences(film, 0, new Map()), []);
});

test("a frame tells the answer of the bot beside the recorded one", () => {
  assert.equal(besides(film, 1, 0, "@x", others), "@x answers DOWN, where A answered UP");
  assert.equal(besides(film, 3, 0, "@x", others), "@x answers the same: DOWN");
  assert.equal(besides(film, 4, 0, "@x", others), "@x answers (timeout), where A answered DOWN");
  assert.equal(besides(film, 2, 0, "@x", others), "", "the other seat has answered");
});

/** An element without a browser. */
class Plain {
  value = "";
  listeners = {};
  append() {}
  replaceChildren() {}
  addEventListener(name, action) { this.listeners[name] = action; }
}

test("another question stops the bot that plays, and one that broke off can be asked again", () => {
  const elements = {};
  globalThis.document = { getElementById: (id) => elements[id] ??= new Plain(), createElement: () => new Plain() };
  const streams = [];
  globalThis.EventSource = class extends Plain {
    isOpen = true;
    constructor(address) { super(); this.bot = new URLSearchParams(address.split("?")[1]).get("bot"); streams.push(this); }
    close() { this.isOpen = false; }
  };
  const show = startAsking({ ...film, recording: "a.jsonl", askable: ["@slow", "@x"] }, () => {});
  const choose = (bot) => {
    elements.ask.value = bot;
    elements.ask.listeners.change();
    return streams.map((stream) => stream.bot + (stream.isOpen ? "" : " closed")).join(", ");
  };
  elements["of-seat"].value = "0";
  assert.equal(choose("@slow"), "@slow");
  assert.equal(choose("@x"), "@slow closed, @x");
  streams[1].listeners.message({ data: JSON.stringify({ answer: { number: 1, lines: ["DOWN"], fault: null, is_same: false } }) });
  show(1);
  assert.equal(elements.asked.textContent, "@x answers DOWN, where A answered UP");
  streams[1].listeners.message({ data: JSON.stringify({ end: { why: null } }) });
  // What has ended is known; what was stopped is asked again.
  assert.equal(choose("@slow"), "@slow closed, @x closed, @slow");
  assert.equal(choose("@x"), "@slow closed, @x closed, @slow closed");
  choose("@slow");
  streams[3].listeners.error();
  show(3);
  assert.equal(streams.length, 4, "a step does not ask again");
  assert.equal(choose("@slow"), "@slow closed, @x closed, @slow closed, @slow closed, @slow");
  assert.ok(choose("").endsWith("@slow closed"), "nobody");
});
