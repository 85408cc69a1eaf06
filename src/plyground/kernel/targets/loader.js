// Kernels that were built as a WebAssembly module, and their memory.
//
//     const kernels = await loadKernels(bytes, description); // of GAME.wasm and GAME.json
//     const search = kernels.block("search"); // memory for its arguments, with the usual ones
//     const found = search.run({ last_depth: 8 }); // what the kernel returns
//     const after = kernels.block("play").run({ position: search.get("position"), move: found.move });
//
// Integers have 64 bits, so they are BigInts; what is given may be a number, too. Records are objects,
// rows are arrays, arrays within records are copies; an array that is an argument is a view of what
// the kernel itself reads and writes, good until memory grows: until the next block is made.

/**
 * @typedef {{ type: string, bytes: number, fields?: [string, string, number][] }} Item
 * @typedef {{ kind: "integer" | "truth" | "real" }} NumberLayout
 * @typedef {{ kind: "record", name: string, fields: [string, Layout][] }} RecordLayout
 * @typedef {{ kind: "row", item: Layout, length: number }} RowLayout
 * @typedef {{ kind: "array", item: Item, dimensions: number }} ArrayLayout
 * @typedef {NumberLayout | RecordLayout | RowLayout | ArrayLayout} Layout
 * @typedef {{ name: string, about: string, bytes: number, result: Layout,
 *   arguments: [string, Layout][] }} Kernel
 * @typedef {{ prefix: string, constants: Record<string, number>, kernels: Kernel[] }} Description
 */

const SLOT = 8;
const STACK = 1 << 20; // bytes, as that of the first thread
/** @type {Record<string, any>} */
const VIEWS = {
  bool: Uint8Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
  float32: Float32Array,
  float64: Float64Array,
};

/**
 * How many slots of eight bytes a value takes.
 * @param {Layout} layout
 * @returns {number}
 */
export function slotsOf(layout) {
  switch (layout.kind) {
    case "record":
      return layout.fields.reduce((sum, [, part]) => sum + slotsOf(part), 0);
    case "row":
      return layout.length * slotsOf(layout.item);
    case "array":
      return 2 + layout.dimensions;
    default:
      return 1;
  }
}

/** The arguments of a kernel, and what it returned. */
export class Block {
  /** @type {Map<string, [Layout, number]>} */
  #fields = new Map();
  /** Items that fit into an array, by its address. @type {Map<number, number>} */
  #room = new Map();
  #exports;
  #kernel;
  #name;
  #address;

  /**
   * Takes memory and writes the usual arguments; or is one that another thread has made.
   * @param {any} exports
   * @param {string} prefix
   * @param {Kernel} kernel
   * @param {number} [address]
   */
  constructor(exports, prefix, kernel, address) {
    this.#exports = exports;
    this.#kernel = kernel;
    this.#name = `${prefix}_${kernel.name}`;
    this.#address = address ?? this.#allocate(kernel.bytes);
    let begin = SLOT * slotsOf(kernel.result);
    for (const [name, layout] of kernel.arguments) {
      this.#fields.set(name, [layout, begin]);
      begin += SLOT * slotsOf(layout);
    }
    if (address === undefined) exports[`${this.#name}_prepare`](this.#address);
  }

  /** Where it is, for other threads. */
  get address() {
    return this.#address;
  }

  /**
   * Let an argument be that of another block of the module: an array is then the same for both.
   * @param {string} name
   * @param {Block} other
   */
  share(name, other) {
    const [layout, to] = this.#field(name);
    const [, from] = other.#field(name);
    const bytes = new Uint8Array(this.#exports.memory.buffer);
    const first = other.#address + from;
    bytes.copyWithin(this.#address + to, first, first + SLOT * slotsOf(layout));
  }

  /**
   * An argument: a number, an object, an array, or a view.
   * @param {string} name
   * @returns {any}
   */
  get(name) {
    const [layout, begin] = this.#field(name);
    return this.#read(layout, this.#address + begin);
  }

  /**
   * Changes an argument.
   * @param {string} name
   * @param {any} value
   */
  set(name, value) {
    const [layout, begin] = this.#field(name);
    this.#write(layout, this.#address + begin, value);
  }

  /**
   * What the kernel returns, with some arguments changed.
   * @param {Record<string, any>} [changed]
   * @returns {any}
   */
  run(changed = {}) {
    for (const [name, value] of Object.entries(changed)) this.set(name, value);
    const status = this.#exports[`${this.#name}_run`](this.#address);
    if (status) throw new Error(`${this.#kernel.name} failed with status ${status}`);
    return plain(this.#read(this.#kernel.result, this.#address));
  }

  /**
   * An argument, or a part of one: `memory.table`.
   * @param {string} name
   * @returns {[Layout, number]}
   */
  #field(name) {
    const [first, ...others] = name.split(".");
    const found = this.#fields.get(first);
    if (!found) throw new Error(`${this.#kernel.name} has no argument ${name}`);
    let [layout, begin] = found;
    for (const part of others) {
      const fields = layout.kind === "record" ? layout.fields : [];
      const place = fields.findIndex(([each]) => each === part);
      if (place < 0) throw new Error(`${this.#kernel.name} has no argument ${name}`);
      for (const [, before] of fields.slice(0, place)) begin += SLOT * slotsOf(before);
      layout = fields[place][1];
    }
    return [layout, begin];
  }

  /** @param {number} bytes */
  #allocate(bytes) {
    const address = this.#exports.plyground_allocate(bytes) >>> 0; // it comes with a sign
    if (!address) throw new Error(`the module has no ${bytes} bytes left`);
    return address;
  }

  get #memory() {
    return new DataView(this.#exports.memory.buffer);
  }

  /**
   * @param {Layout} layout
   * @param {number} at
   * @returns {any}
   */
  #read(layout, at) {
    switch (layout.kind) {
      case "array":
        return this.#view(layout, at);
      case "record": {
        /** @type {Record<string, any>} */
        const found = {};
        for (const [name, part] of layout.fields) {
          found[name] = plain(this.#read(part, at));
          at += SLOT * slotsOf(part);
        }
        return found;
      }
      case "row": {
        const size = SLOT * slotsOf(layout.item);
        return Array.from({ length: layout.length }, (_, i) =>
          this.#read(layout.item, at + size * i),
        );
      }
      case "real":
        return this.#memory.getFloat64(at, true);
      case "truth":
        return this.#memory.getBigInt64(at, true) !== 0n;
      default:
        return this.#memory.getBigInt64(at, true);
    }
  }

  /**
   * @param {Layout} layout
   * @param {number} at
   * @param {any} value
   */
  #write(layout, at, value) {
    switch (layout.kind) {
      case "array":
        this.#place(layout, at, value);
        break;
      case "record":
        for (const [name, part] of layout.fields) {
          this.#write(part, at, value[name]);
          at += SLOT * slotsOf(part);
        }
        break;
      case "row":
        for (const item of value) {
          this.#write(layout.item, at, item);
          at += SLOT * slotsOf(layout.item);
        }
        break;
      case "real":
        this.#memory.setFloat64(at, Number(value), true);
        break;
      default:
        this.#memory.setBigInt64(at, BigInt(value), true);
    }
  }

  /**
   * A view of an array, row by row; of its bytes, if it holds structures.
   * @param {ArrayLayout} layout
   * @param {number} at
   * @returns {any}
   */
  #view(layout, at) {
    let length = 1;
    for (let i = 0; i < layout.dimensions; i++) {
      length *= Number(this.#memory.getBigInt64(at + SLOT * (2 + i), true));
    }
    const address = Number(this.#memory.getBigInt64(at, true));
    const View = VIEWS[layout.item.type];
    const buffer = this.#exports.memory.buffer;
    return View
      ? new View(buffer, address, length)
      : new Uint8Array(buffer, address, length * layout.item.bytes);
  }

  /**
   * Changes an array of one dimension; it moves to new memory where it has no room.
   * @param {ArrayLayout} layout
   * @param {number} at
   * @param {any[]} value
   */
  #place(layout, at, value) {
    if (layout.dimensions !== 1) throw new Error("change it through its view");
    const room = this.#room.get(at) ?? Number(this.#memory.getBigInt64(at + 2 * SLOT, true));
    this.#room.set(at, value.length > room ? 2 * value.length : room);
    if (value.length > room) {
      const address = this.#allocate(2 * value.length * layout.item.bytes);
      this.#memory.setBigInt64(at, BigInt(address), true);
    }
    this.#memory.setBigInt64(at + 2 * SLOT, BigInt(value.length), true);
    this.#view(layout, at).set(value);
  }
}

/**
 * What does not change with the block: an array in place of a view.
 * @param {any} value
 */
function plain(value) {
  return ArrayBuffer.isView(value) ? Array.from(/** @type {any} */ (value)) : value;
}

/**
 * A memory that threads share, for GAME.threads.wasm; wants a page that is cross-origin isolated.
 */
export function sharedMemory() {
  return new WebAssembly.Memory({ initial: 64, maximum: 65536, shared: true });
}

/**
 * The kernels of a module. Long searches tell now and then how many nodes they have looked at.
 * @param {BufferSource} bytes
 * @param {Description} description
 * @param {(nodes: bigint) => void} [tell]
 * @param {WebAssembly.Memory} [memory] that this thread shares with others
 */
export async function loadKernels(bytes, description, tell = () => {}, memory = undefined) {
  /** @type {WebAssembly.Imports} */
  const imports = { plyground: { tell } };
  if (memory) imports.env = { memory };
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  const kernels = new Map(description.kernels.map((kernel) => [kernel.name, kernel]));
  /** @type {any} */
  const exports = instance.exports;
  return {
    /** Room for the stack of another thread: the address at which it begins, downwards. */
    newStack() {
      const address = exports.plyground_allocate(STACK) >>> 0;
      if (!address) throw new Error("the module has no room for another thread");
      return address + STACK;
    },
    /**
     * Work on a stack and with a block that the first thread has made for this one.
     * @param {string} name
     * @param {number} address of the block
     * @param {number} stack
     */
    join(name, address, stack) {
      exports.__stack_pointer.value = stack;
      const kernel = description.kernels.find((each) => each.name === name);
      if (!kernel) throw new Error(`no kernel ${name}`);
      return new Block(exports, description.prefix, kernel, address);
    },
    names: [...kernels.keys()],
    constants: description.constants,
    /** @param {string} name */
    block(name) {
      const kernel = kernels.get(name);
      if (!kernel)
        throw new Error(`no kernel ${name}; there are ${[...kernels.keys()].join(", ")}`);
      return new Block(exports, description.prefix, kernel);
    },
  };
}
