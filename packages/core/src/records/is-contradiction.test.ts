import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isContradiction } from './is-contradiction.js'

describe('isContradiction', () => {
  it.each([
    ['value', 'The parking code is 4711', 'The parking code is 4712'],
    ['value', 'Deploys happen on Mondays', 'We deploy on Tuesdays now'],
    ['value', 'The office Wi-Fi password is kiwi-42', 'Office Wi-Fi password changed to plum-77'],
    ['value', 'Rent is 1,200 euros', 'Rent went up to 1,350 euros'],
    ['value', 'Sessions expire after 24 hours', 'Sessions expire after 7 days'],
    ['value', 'Anna leads the billing team', 'The billing team is led by Omar'],
    ['value', 'Maria owns the billing service', 'Jonas owns the billing service'],
    ['value', 'The docking station is in the kitchen', 'The docking station is in the hallway'],
    ['value', 'Use REST for the public API', 'Use GraphQL for the public API'],
    ['value', 'The CEO of Initech is Bill Lumbergh', "Initech's CEO is Dana White"],
    ['value', 'The licence plate is KA-LM 123', 'The licence plate is KA-XY 987'],
    ['value', 'The library is licensed under MIT', 'The library is licensed under Apache-2.0'],
    ['value', 'The walls are painted sage green', 'The walls are painted pale blue'],
    ['value', 'The printer is on the second floor', 'The printer is on the fourth floor'],
    ['value', 'The nightly job starts at 01:00', 'The nightly job was rescheduled and kicks off at 03:30'],
    ['value', 'The door must stay open at night', 'The door must stay closed at night'],
    ['opposite', 'Door B is locked', 'Door B is unlocked'],
    ['opposite', 'Lena works part-time', 'Lena works full-time'],
    ['negation', 'Tom is allergic to penicillin', 'Tom is not allergic to penicillin'],
    ['negation', 'Never force-push to the release branch', 'Force-pushing to the release branch is allowed'],
    ['change', 'We use npm for packages', 'We switched from npm to pnpm for packages'],
    ['value', 'Die Miete beträgt 900 Euro', 'Die Miete beträgt 980 Euro'],
    ['value', 'La oficina está en Madrid', 'La oficina se trasladó a Valencia'],
    ['negation', 'Julien mange de la viande', 'Julien ne mange plus de viande'],
    ['value', '公司在北京', '公司搬到了上海'],
  ])('finds a %s: %s / %s', (_, earlier, later) => {
    expect(isContradiction(later, earlier)).toBe(true)
  })

  it.each([
    ['another subject', 'The parking code of building A is 4711', 'The parking code of building B is 9920'],
    ['another attribute', "Tom's phone number is 555-1234", "Tom's birthday is 12 March"],
    ['another quantity', 'The test suite has 1200 tests', 'The test suite takes 9 minutes'],
    ['a list', 'Anna likes tea', 'Anna likes cake'],
    ['a list', 'The API uses Redis', 'The API uses Postgres'],
    ['two events', 'Deployed v1.2 on Monday', 'Deployed v1.3 on Tuesday'],
    ['two events', 'Met Bob on 3 May', 'Met Bob on 9 June'],
    ['two events', 'The client called on Monday', 'The client called again on Friday'],
    ['two measurements', 'CPU usage at 10:00: 45%', 'CPU usage at 11:00: 60%'],
    ['an addition', 'The parking code is 4711', 'The parking code 4711 works at gate B'],
    ['two opposite things', 'The front door is locked', 'The back door is unlocked'],
    ['two subjects', 'Backups run every night at 2:00', 'The log rotation runs every night at 3:00'],
    [
      'two subjects',
      'The kitchen light is controlled by switch 3',
      'The hallway light is controlled by switch 5',
    ],
    ['two numbered things', 'Ticket PROJ-12 is done', 'Ticket PROJ-15 is done'],
  ])('does not take %s for one: %s / %s', (_, earlier, later) => {
    expect(isContradiction(later, earlier)).toBe(false)
  })

  it('refuses texts of several facts', () => {
    const earlier = `The parking code is 4711. ${'It rains. '.repeat(40)}`
    expect(isContradiction('The parking code is 4712', earlier)).toBe(false)
  })

  it('never finds one in the same words, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(isContradiction(text, text)).toBe(false)
        expect(isContradiction(` ${text}.`, text)).toBe(false)
      }),
    )
  })

  it('finds another number of the same attribute in both orders, and none in an addition', () => {
    const nouns = fc.constantFrom('parking code', 'upload limit', 'retry limit', 'room number', 'port')
    const number = fc.integer({ min: 2, max: 99_999 })
    fc.assert(
      fc.property(nouns, number, number, (noun, one, other) => {
        const [first, second] = [`The ${noun} is ${one}`, `The ${noun} is ${other}`]
        const expected = one !== other
        expect(isContradiction(second, first)).toBe(expected)
        expect(isContradiction(first, second)).toBe(expected)
        expect(isContradiction(`${first} in the whole house`, first)).toBe(false)
      }),
    )
  })
})
