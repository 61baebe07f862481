/** Scores and figures that are less apart are equal but for rounding. */
export const rounding = 1e-9
