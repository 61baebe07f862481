/** What the tools are called, wherever they are offered. */
export const toolNames = { search: 'memory_search', get: 'memory_get' } as const

/** What a question must be about for recall to be mandatory, as the tools and the prompt say it. */
export const recallTopics = 'prior work, decisions, dates, people, preferences or todos'
