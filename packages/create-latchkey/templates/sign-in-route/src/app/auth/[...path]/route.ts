import { auth } from '../../../../server/auth'

/** Serves the sign-in at /auth. */
export { auth as DELETE, auth as GET, auth as POST, auth as PUT }
