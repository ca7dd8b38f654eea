import { createContext } from "react";

/** Marks our inline scripts during rendering; empty in the browser. See entry.server.tsx. */
export const NonceContext = createContext<string | undefined>(undefined);
