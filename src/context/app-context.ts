import { createContext } from "react-router";
import type { App } from "#src/context/app.ts";

/** Gives page loaders access to the app: `context.get(appContext)`. */
export const appContext = createContext<App>();
