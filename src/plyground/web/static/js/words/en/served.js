/** The server speaks English: nothing to translate. See served.js. */

/** @type {Record<string, string>} */
export const served = {};
