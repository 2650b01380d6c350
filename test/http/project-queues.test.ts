// Who goes on, who waits and who is told to come again, where a project sends more than its part.
import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { createProjectQueues } from '../../src/http/connections/project-queues.ts'
import type { Loose } from '../service.ts'

/** Notes the names of the requests that went on, in their order. */
function start(limits = { underWay: 1, waiting: 10 }) {
  const queues = createProjectQueues(limits)
  const begun: string[] = []
  const ask = (projectId: string, name: string, complete = true) => {
    const [sent, answer]: Loose[] = [new EventEmitter(), new EventEmitter()]
    const wait = queues.enter(projectId, Object.assign(sent, { complete }), answer)
    const entered = Promise.resolve(wait).then(() => void begun.push(name))
    return { entered, arrive: () => sent.emit('end'), leave: () => answer.emit('close') }
  }
  return { queues, begun, ask }
}
const settled = () => new Promise(setImmediate)

it('lets a project wait for itself, first come, first served, while another goes on', async () => {
  const { queues, begun, ask } = start()
  const [first, second] = [ask('A', 'a1'), ask('A', 'a2'), ask('A', 'a3')]
  ask('B', 'b1')
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  expect(queues.waiting()).toBe(2)

  first?.leave()
  await settled()
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  second?.leave()
  await settled()

  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3'])
  expect(queues.waiting()).toBe(0)
})

it('forgets those that leave while they wait', async () => {
  const { queues, begun, ask } = start()
  const [first, second] = [ask('A', 'a1'), ask('A', 'a2'), ask('A', 'a3')]

  second?.leave()
  first?.leave()
  await settled()

  expect(begun).toEqual(['a1', 'a3'])
  expect(queues.waiting()).toBe(0)
})

it('tells those that come when the queue is full to come again, and takes them when it is not', async () => {
  const { begun, ask } = start({ underWay: 1, waiting: 1 })
  const first = ask('A', 'a1')
  ask('A', 'a2')

  expect(() => ask('A', 'a3')).toThrow('this project has too many requests in progress; try again shortly')

  ask('B', 'b1')
  first.leave()
  ask('A', 'a4')
  await settled()
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})

it('does not count what is still being sent', async () => {
  const { begun, ask } = start()
  const slow = ask('A', 'slow', false)
  ask('A', 'a1')
  await settled()
  expect(begun).toEqual(['slow', 'a1'])

  slow.arrive()
  ask('A', 'a2')
  await settled()

  expect(begun).toEqual(['slow', 'a1'])
})

it('lets all of those go on for which there is room', async () => {
  const { begun, ask } = start({ underWay: 2, waiting: 10 })
  const [first, second] = [ask('A', 'a1'), ask('A', 'a2'), ask('A', 'a3'), ask('A', 'a4'), ask('A', 'a5')]

  first?.leave()
  second?.leave()
  await settled()

  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4'])
})
