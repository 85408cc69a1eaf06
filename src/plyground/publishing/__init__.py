"""Games as a static site: the page with the server's program in a worker of the browser."""
