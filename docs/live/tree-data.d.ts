/** What tools/live_docs.py puts into the script beside the code. */

import type { Event } from "./tree.js";

export const searches: [string, Event[]][]; // a name, and what happened
