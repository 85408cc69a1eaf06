/**
 * A Worker for pages that are read from a folder: browsers refuse a real one there, and the search
 * of this site needs one. The script runs in a hidden frame instead, and messages go to and fro.
 * Scripts that the page itself has made are allowed, and get a real one.
 */
if (location.protocol === "file:") {
  const RealWorker = window.Worker;
  window.Worker = class extends EventTarget {
    #frame = document.createElement("iframe");
    #ready;

    constructor(url) {
      super();
      if (url.startsWith("blob:")) return new RealWorker(url);
      this.#frame.hidden = true;
      document.body.append(this.#frame);
      const inside = this.#frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.#ready = new Promise((done) => {
        const script = inside.document.createElement("script");
        script.src = url;
        script.onload = done;
        inside.document.body.append(script);
      });
    }

    async postMessage(data) {
      await this.#ready;
      this.#frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
    }

    terminate() {
      this.#frame.remove();
    }
  };
}
