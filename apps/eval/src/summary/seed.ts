/**
 * Of all random numbers behind a summary. Every interval and every test begins anew with it, so that the figures of a
 * strategy stay what they are when another joins the run.
 */
export const seed = 2026
