// Everything works without this; it keeps pages with work going on up to date.
"use strict";
(function () {
  const live = document.querySelector("[data-follow]");
  if (live && window.EventSource) {
    const source = new EventSource(live.dataset.follow);
    source.addEventListener("state", function (event) {
      const parts = JSON.parse(event.data);
      for (const id of Object.keys(parts)) {
        const place = document.getElementById(id);
        // What a person is using is not taken from under their hands.
        if (place && !place.contains(document.activeElement)) place.innerHTML = parts[id];
      }
    });
    source.addEventListener("end", function () {
      source.close();
      location.reload();
    });
  }
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
