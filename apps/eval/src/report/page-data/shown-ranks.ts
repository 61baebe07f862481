/** How many documents of a ranking the page shows. */
export const shownRanks = 10
