/** How long to wait for a pull of the same model, in milliseconds: it takes minutes, and nobody should wait for it unawares. */
export const pullWait = 500
