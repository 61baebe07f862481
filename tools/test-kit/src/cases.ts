/** How many cases a test tries: all, or the few that are enough for each change (`CI`). */
export const casesOf = (all: number, few: number): number => (process.env['CI'] === undefined ? all : few)
