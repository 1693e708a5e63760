"use strict";
const samples = [...document.querySelectorAll("details.sample")];
const search = document.querySelector("#search");
const onlyFailed = document.querySelector("#failed");
const found = document.querySelector("#found");
const texts = samples.map((sample) => sample.textContent.toLowerCase());
function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  samples.forEach((sample, i) => {
    const fits = words.every((word) => texts[i].includes(word));
    sample.hidden = !fits || (onlyFailed.checked && !sample.classList.contains("failed"));
    count += sample.hidden ? 0 : 1;
  });
  found.textContent = count === samples.length ? "" : count + " of " + samples.length;
}
search.addEventListener("input", filter);
onlyFailed.addEventListener("change", filter);
document.querySelector("#open").addEventListener("click", () => samples.forEach((sample) => { sample.open = true; }));
document.querySelector("#close").addEventListener("click", () => samples.forEach((sample) => { sample.open = false; }));
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.curl !== undefined) {
    try { await navigator.clipboard.writeText(button.dataset.curl); button.textContent = "Copied"; }
    catch { prompt("curl", button.dataset.curl); }
    setTimeout(() => { button.textContent = "Copy as curl"; }, 1500);
  }
  if (button.classList.contains("form")) {
    const block = button.closest(".body");
    block.querySelectorAll("pre").forEach((pre) => { pre.hidden = !pre.hidden; });
    button.textContent = button.textContent === "Raw" ? "Pretty" : "Raw";
  }
});
