import { LatchkeyButton } from 'latchkey/react'
import { Sign } from '../sign'
import { Account } from './account'

/** A server component. The client components inside render the visitor's data. */
export default function Page() {
  return (
    <>
      <header>
        <h1>My app</h1>
        <LatchkeyButton />
      </header>
      <main>
        <Account />
        <Sign />
      </main>
    </>
  )
}
