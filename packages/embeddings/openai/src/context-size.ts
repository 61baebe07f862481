/**
 * The tokens of a text that are sent, by the estimate of `cutText`. The models take 8,192 and refuse more
 * (https://platform.openai.com/docs/api-reference/embeddings/create).
 */
export const contextSize = 8000
