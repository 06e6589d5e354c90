// Everything works without this; it keeps pages with work going on up to date.
"use strict";
(function () {
  // Parts that somebody is using are not taken from under their hands, unless they are done with.
  function show(id, markup, force) {
    const place = document.getElementById(id);
    if (!place || place.innerHTML === markup) return;
    const used = place.contains(document.activeElement) && document.activeElement;
    if (used && !force) return;
    const cell = used && used.dataset.cell;
    place.innerHTML = markup;
    if (!used) return;
    const again = cell && place.querySelector('[data-cell="' + CSS.escape(cell) + '"]');
    if (again) again.focus();
    else { place.tabIndex = -1; place.focus(); }
  }

  // The end of work changes more than its parts: what the server now says of the page is shown.
  async function showEnd(again) {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of fresh.querySelectorAll("main [id]")) {
      const old = document.getElementById(part.id);
      if (old && old.matches("h1, section")) show(part.id, part.innerHTML, true);
    }
    // A glance that was cut short because others waited may have begun anew.
    const live = fresh.querySelector("[data-follow]");
    if (live && again > 0) follow(live.dataset, again - 1);
  }

  function follow(live, again) {
    const source = new EventSource(live.follow);
    source.addEventListener("state", function (event) {
      const parts = JSON.parse(event.data);
      for (const id of Object.keys(parts)) show(id, parts[id], false);
    });
    source.addEventListener("end", function () {
      source.close();
      // Who waits for an answer in a game is taken to it.
      if (live.answer) location.replace(live.answer);
      else showEnd(again);
    });
  }

  const live = document.querySelector("[data-follow]");
  if (live && window.EventSource) follow(live.dataset, 10);

  // Arrow keys go from square to square.
  document.addEventListener("keydown", function (event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const here = document.activeElement && document.activeElement.closest("svg.board a");
    if (!step || !here) return;
    const middle = function (link) {
      const box = link.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(here);
    let nearest = null;
    for (const link of here.closest("svg").querySelectorAll("a")) {
      const [dx, dy] = [middle(link)[0] - x, middle(link)[1] - y];
      const along = dx * step[0] + dy * step[1];
      if (along < 4) continue;
      const far = along + 2 * Math.abs(dx * step[1] + dy * step[0]);
      if (!nearest || far < nearest[0]) nearest = [far, link];
    }
    if (nearest) {
      event.preventDefault();
      nearest[1].focus();
    }
  });
})();
