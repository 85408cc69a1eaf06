/**
 * The server that sent the page: requests, and one WebSocket.
 *
 * @import { Listener } from "./transport.js"
 */

export class ServerTransport {
  isServer = true;

  /** @param {string} address @param {RequestInit} how */
  fetch(address, how = {}) {
    return fetch(address, how);
  }

  /** @param {string} address */
  async imageAddress(address) {
    return address;
  }

  /** @param {Listener} listener */
  connect({ opened, lost, heard }) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/live`);
    socket.onopen = opened;
    socket.onclose = lost;
    socket.onmessage = (event) => heard(event.data);
    return {
      /** @param {string} text */
      send(text) {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
    };
  }

  // A server is there, or it is not.
  watch() {}
}
