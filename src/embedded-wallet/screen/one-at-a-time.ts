import { messageOf } from '../messages/answering.ts'

/**
 * Returns a function that turns a card's action into a click listener. While one action runs, a click starts no other, so
 * that a second click opens no second window. If an action fails, `fault` shows its message.
 */
export function oneAtATime(fault: HTMLElement): (act: () => Promise<void>) => () => Promise<void> {
  let busy = false
  return (act) => async () => {
    if (busy) return
    busy = true
    fault.textContent = ''
    try {
      await act()
    } catch (error) {
      fault.textContent = messageOf(error)
    }
    busy = false
  }
}
