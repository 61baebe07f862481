const onsets = [
  'b',
  'br',
  'c',
  'd',
  'f',
  'g',
  'gr',
  'h',
  'l',
  'm',
  'n',
  'p',
  'pr',
  'r',
  's',
  'st',
  't',
  'tr',
  'v',
]
const vowels = ['a', 'e', 'i', 'o', 'u', 'ea', 'ou']
const endings = ['', '', 'n', 'r', 's', 't', 'l', 'ing', 'ed', 'tion', 'er']

const ideographs =
  '数据库迁移备份会议纪要终端网络证书更新登录令牌缓存队列价格图书馆借还时区排序风险决定发布回退日志监控测试部署语言翻译'

/**
 * @typedef {object} Vocabulary words, the frequent ones first
 * @property {readonly string[]} words of Latin letters, with endings that the stemmer knows
 * @property {readonly string[]} ideographic of two Chinese characters
 */

/**
 * Words that nobody wrote.
 * @param {import('./random.js').Random} random
 * @returns {Vocabulary}
 */
export function createVocabulary(random) {
  const syllable = () => random.pick(onsets) + random.pick(vowels)
  const word = () => Array.from({ length: 1 + random.below(3) }, syllable).join('') + random.pick(endings)
  const characters = [...ideographs]
  const pair = () => random.pick(characters) + random.pick(characters)
  return {
    words: [...new Set(Array.from({ length: 12_000 }, word))],
    ideographic: [...new Set(Array.from({ length: 600 }, pair))],
  }
}
