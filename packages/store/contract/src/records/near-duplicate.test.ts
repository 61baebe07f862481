import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareTexts } from './near-duplicate.js'

const isDuplicate = (one: string, other: string) => compareTexts(one, other).isNearDuplicate

describe('near-duplicates', () => {
  it.each([
    ['User prefers dark mode in the editor.', 'user prefers dark mode in the editor'],
    ['Grip force of 12.5 N works best: for cups', 'Grip force of 12.5 N works best for cups.'],
    [
      'The left gripper slips on wet glass unless the force is above 12 N during lifting',
      'The left gripper slips on wet glass unless the force is above 12 N during the lifting',
    ],
    [
      'Bei Regen fährt der Roboter nur auf dem überdachten Weg zur Halle zurück.',
      'Bei Regen fährt der Roboter nur auf dem überdachten Weg zur Halle zurück!',
    ],
    ['机器人在湿玻璃上抓取时需要更大的夹持力才能成功。', '机器人在湿玻璃上抓取时需要更大的夹持力才能成功'],
    ['エディタではダークモードを使うのが好きです。', 'エディタではダークモードを使うのが好きです'],
    ['로봇은 젖은 유리를 잡을 때 더 큰 힘이 필요하다.', '로봇은 젖은 유리를 잡을 때, 더 큰 힘이 필요하다'],
    ["Don't push the drawer while the arm is moving", 'Don’t push the drawer, while the arm is moving'],
    ['# Note\n> **Ana** said: “We ❤️ tea (at –5 °C)!”', 'note Ana said, We ❤ tea at -5 °C'],
  ])('C16: are found: %s', (one, other) => {
    expect(isDuplicate(one, other)).toBe(true)
    expect(isDuplicate(other, one)).toBe(true)
  })

  it.each([
    ['numbers', 'Door 3 of the hall is locked at night', 'Door 4 of the hall is locked at night'],
    [
      'numbers',
      'The offset in the last run was -0.5 m along x',
      'The offset in the last run was 0.5 m along x',
    ],
    [
      'numbers',
      'On the long rail in the second hall, move from 3 to 5 in the morning shift',
      'On the long rail in the second hall, move from 5 to 3 in the morning shift',
    ],
    ['numbers', '机器人在第3区抓取时需要更大的夹持力', '机器人在第4区抓取时需要更大的夹持力'],
    [
      'negation',
      'The gripper is allowed to touch the glass door when it is wet outside',
      'The gripper is not allowed to touch the glass door when it is wet outside',
    ],
    [
      'negation',
      'Der Roboter darf bei Regen über den Hof zur Halle fahren, wenn es dunkel ist',
      'Der Roboter darf bei Regen nicht über den Hof zur Halle fahren, wenn es dunkel ist',
    ],
    [
      'negation',
      '机器人可以在湿玻璃上用更大的夹持力抓取所有杯子',
      '机器人不可以在湿玻璃上用更大的夹持力抓取所有杯子',
    ],
    [
      'negation',
      '로봇은 젖은 유리를 잡을 때 큰 힘을 써도 된다 언제나',
      '로봇은 젖은 유리를 잡을 때 큰 힘을 써도 안 된다 언제나',
    ],
    [
      'words',
      'The valve of the second tank stays open while the pump is running in the morning',
      'The valve of the second tank stays closed while the pump is running in the morning',
    ],
    [
      'words',
      'Maria likes her tea with two spoons of sugar and a slice of lemon in it',
      'Mario likes her tea with two spoons of sugar and a slice of lemon in it',
    ],
    [
      'words',
      '机器人在左边的湿玻璃上抓取时需要更大的夹持力才能成功',
      '机器人在右边的湿玻璃上抓取时需要更大的夹持力才能成功',
    ],
  ] as const)('C16: are not texts that differ in %s: %s', (difference, one, other) => {
    expect(compareTexts(one, other)).toMatchObject({ difference, isNearDuplicate: false })
    // They are similar enough to be duplicates without the difference.
    expect(compareTexts(one, other).similarity).toBeGreaterThan(0.55)
  })

  const signs = `O+ | O-; O− | O; A* and B | A and B*; C++ and C | C and C#; .NET | NET; ✅ | ❌; 👍🏽 and 👎🏽 | 👎🏽 and 👍🏽; 🏴󠁧󠁢󠁥󠁮󠁧󠁿 | 🏴󠁧󠁢󠁳󠁣󠁴󠁿;
    n > 5 | n < 5; a == b | a != b; a ≤ b | a ≥ b; 5 $ | 5 €; 5 % | 5 ‰; ±5 | 5; a ← b | a → b; 3 * 4 | 3 / 4; pay [x] | pay [ ]; :) | :(;
    it is? | it is.; --force | force; US | us; 5 mW | 5 MW`
  it.each(signs.split(';').map((pair) => pair.trim().split(' | ')))(
    'C16: are not texts that differ in a sign: %s, %s',
    (one = '', other = '') => {
      const report = (end: string) => `In the long report of the harbour office of the island is: ${end}`
      expect(compareTexts(report(one), report(other)).difference).toBe('signs')
      expect(compareTexts(report(other), report(one)).difference).toBe('signs')
    },
  )

  it('C16: are not texts whose digits are joined otherwise', () => {
    for (const [one = '', other = ''] of ['1.2 12', '1,5 15', '10² 102', '5² 52'].map((pair) =>
      pair.split(' '),
    ))
      expect(compareTexts(`rate ${one}`, `rate ${other}`).difference).toBe('numbers')
  })

  it.each([
    ['robot a hands the cup to robot b', 'robot b hands the cup to robot a'],
    ['The door is open', 'The door is open in winter when nobody is at home'],
    ['Grasping cups works', 'The kettle boils'],
    ['!!!', '???'],
    ['', 'a'],
  ])('C16: are not less similar texts: %s, %s', (one, other) => {
    expect(compareTexts(one, other)).toMatchObject({
      difference: expect.toSatisfy((value) => value !== 'numbers'),
      isNearDuplicate: false,
    })
  })

  it('C16: the similarity is the Jaccard coefficient of pairs of words', () => {
    // ⟨ a, a b, b c, c ⟩ and ⟨ a, a b, b d, d ⟩ share ⟨ a and a b, of six.
    expect(compareTexts('a b c', 'a b d').similarity).toBe(2 / 6)
    // Twelve words have 13 pairs; one more word in the middle breaks one and adds two.
    const twelve = 'a b c d e f g h i j k l'
    expect(compareTexts(twelve, twelve.replace('f', 'f x')).similarity).toBe(12 / 15)
    expect(compareTexts('漢字文', '漢字').similarity).toBe(2 / 5)
  })

  it('C16: are symmetric and reflexive', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'not', '3', '漢', '不', 'é', '.', ' '), { maxLength: 12 })
      .map((parts) => parts.join(' '))
    fc.assert(
      fc.property(text, text, fc.string({ unit: 'binary' }), (one, other, any) => {
        const comparison = compareTexts(one, other)
        expect(compareTexts(other, one)).toEqual(comparison)
        expect(comparison.similarity).toBeGreaterThanOrEqual(0)
        expect(comparison.similarity).toBeLessThanOrEqual(1)
        expect(compareTexts(any, any)).toEqual({ similarity: 1, difference: null, isNearDuplicate: true })
      }),
    )
  })
})
