import { LatchkeyButton } from 'latchkey/react'
import { Account } from './account'

/** A server component. The visitor's data is rendered by client components in it. */
export default function Page() {
  return (
    <>
      <header>
        <h1>My app</h1>
        <LatchkeyButton />
      </header>
      <main>
        <Account />
      </main>
    </>
  )
}
