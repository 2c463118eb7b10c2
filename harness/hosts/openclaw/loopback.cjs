/**
 * Lets a process of Node, and those that it starts, reach loopback alone, as on a machine without a network.
 * What else it looks up or connects to is written to the file that LOOPBACK_TRIED names: a line each.
 *
 * Use: NODE_OPTIONS=--require=FILE
 */
"use strict";
const dns = require("node:dns");
const { appendFileSync } = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const net = require("node:net");

const HERE = /^(?:localhost|127(?:\.[0-9]+){3}|::1)$/;

/** The error of a machine without a network, or nothing where `host` is on this machine. */
function refusal(host, code) {
  if (host === undefined || host === null || HERE.test(host)) return undefined;
  appendFileSync(process.env.LOOPBACK_TRIED, `${host}\n`);
  return Object.assign(new Error(`${code} ${host}`), { code });
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...given) {
  const [first, second] = Array.isArray(given[0]) ? given[0] : given;
  const host = typeof first === "object" ? first.host : typeof second === "string" ? second : undefined;
  // A name is judged when it is looked up.
  const error = net.isIP(host ?? "") === 0 ? undefined : refusal(host, "ENETUNREACH");
  if (error === undefined) return connect.apply(this, given);
  process.nextTick(() => this.destroy(error));
  return this;
};

const { lookup } = dns;
dns.lookup = function (host, ...rest) {
  const error = net.isIP(host ?? "") === 0 ? refusal(host, "ENOTFOUND") : undefined;
  if (error === undefined) return lookup.call(this, host, ...rest);
  process.nextTick(rest.at(-1), error);
  return undefined;
};

const { lookup: promised } = dns.promises;
dns.promises.lookup = async function (host, ...rest) {
  const error = net.isIP(host ?? "") === 0 ? refusal(host, "ENOTFOUND") : undefined;
  if (error !== undefined) throw error;
  return promised.call(this, host, ...rest);
};

syncBuiltinESMExports();
