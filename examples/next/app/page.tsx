import { LatchkeyButton } from 'latchkey/react'
import { Account } from './account'

/** A component of the server: what is in it that belongs to a visitor is drawn by components of the client. */
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
