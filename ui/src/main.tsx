import { render } from "preact";
import { App } from "./app";
import { applyTheme, savedTheme } from "./preferences";

applyTheme(savedTheme());
const root = document.getElementById("app");
if (root) render(<App />, root);
